package stream

// EachMember calls visit for each member of a JSON object with its key, still
// in quotes, its value, and where the value begins in data. For data that is no
// object it does nothing. data must be valid JSON to be told about in full.
func EachMember(data []byte, visit func(key, value []byte, at int)) {
	at := SkipBlank(data, 0)
	if at >= len(data) || data[at] != '{' {
		return
	}
	at++
	for {
		at = SkipBlank(data, at)
		if at < len(data) && data[at] == ',' {
			at = SkipBlank(data, at+1)
		}
		if at >= len(data) || data[at] != '"' {
			return
		}
		n, done := new(Extent).Scan(data[at:])
		if !done {
			return
		}
		key := data[at : at+n]
		at = SkipBlank(data, at+n)
		if at >= len(data) || data[at] != ':' {
			return
		}
		at = SkipBlank(data, at+1)
		n, done = new(Extent).Scan(data[at:])
		if !done {
			return
		}
		visit(key, data[at:at+n], at)
		at += n
	}
}

// SkipBlank is where the next byte that is not blank stands in data, from at on.
func SkipBlank(data []byte, at int) int {
	for at < len(data) && IsBlank(data[at]) {
		at++
	}
	return at
}
