package beside

import (
	"slices"
	"testing"
)

// TestEmpty tells which lists were printed and had nothing in them.
func TestEmpty(t *testing.T) {
	for name, tt := range map[string]struct {
		lines, in, everywhere []string
	}{
		"of a namespace":    {[]string{"❯ k -n shop get job", "No resources found in shop namespace."}, []string{"shop/job"}, nil},
		"told alone":        {[]string{"$ kubectl get job", "", "No resources found in shop namespace."}, []string{"shop/job"}, nil},
		"by the command":    {[]string{"$ kubectl get job -n shop", "No resources found."}, []string{"shop/job"}, nil},
		"several":           {[]string{"$ kubectl get job,pods -n shop", "No resources found"}, []string{"shop/job", "shop/pods"}, nil},
		"everywhere":        {[]string{"$ kubectl get job -A", "No resources found"}, nil, []string{"/job"}},
		"no namespace":      {[]string{"$ kubectl get job", "No resources found"}, nil, nil},
		"another namespace": {[]string{"$ kubectl get job -n shop", "No resources found in mill namespace."}, nil, nil},
		"some of them":      {[]string{"$ kubectl get job -n shop -l app=a", "No resources found in shop namespace."}, nil, nil},
		"some, in one word": {[]string{"$ kubectl get job -n shop -lapp=a", "No resources found in shop namespace."}, nil, nil},
		"some, everywhere":  {[]string{"$ kubectl get job -Al app=a", "No resources found"}, nil, nil},
		"another cluster":   {[]string{"$ kubectl get job -n shop --kubeconfig other", "No resources found in shop namespace."}, nil, nil},
		"a name":            {[]string{"$ kubectl get job j1 -n shop", "No resources found in shop namespace."}, nil, nil},
		"all":               {[]string{"$ kubectl get all -n shop", "No resources found in shop namespace."}, nil, nil},
		"a sentence":        {[]string{"When I run kubectl get job -n shop I see", "No resources found in shop namespace."}, nil, nil},
		"a table first":     {[]string{"$ kubectl get job -n shop", "NAME  AGE", "No resources found in shop namespace."}, nil, nil},
		"not in a table":    {[]string{"$ kubectl get jobs,pods -A", "NAMESPACE   NAME     READY   AGE", "shop        pod/p1   0/1     3d"}, nil, []string{"/jobs"}},
		"next command":      {[]string{"$ kubectl get jobs,pods -n shop", "NAME     READY   AGE", "pod/p1   0/1     3d", "$ kubectl get ns"}, []string{"shop/jobs"}, nil},
		"all in tables":     {[]string{"$ kubectl get jobs,pods -A", "NAMESPACE   NAME     READY   AGE", "shop        pod/p1   0/1     3d", "", "NAMESPACE   NAME           COMPLETIONS   AGE", "shop        job.batch/j1   0/1           3d"}, nil, nil},
		"a table cut off":   {[]string{"$ kubectl get jobs,pods -A", "NAMESPACE   NAME     READY   AGE", "shop        pod/p1   0/1     3d", "..."}, nil, nil},
		"one type alone":    {[]string{"$ kubectl get pods -A", "NAMESPACE   NAME     READY   AGE", "shop        p1   0/1     3d"}, nil, nil},
		"nothing behind":    {[]string{"$ kubectl get job -n shop", ""}, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			in, everywhere := Empty(tt.lines)
			spell := func(all []Command) (out []string) {
				for _, c := range all {
					out = append(out, c.Namespace+"/"+c.Resource)
				}
				return out
			}
			if !slices.Equal(spell(in), tt.in) || !slices.Equal(spell(everywhere), tt.everywhere) {
				t.Errorf("got %v and %v", in, everywhere)
			}
		})
	}
}

// TestGone tells of which objects the server has said that they are not there.
func TestGone(t *testing.T) {
	const answer = "Error from server (NotFound): gears.zorg.io \"g1\" not found"
	for name, tt := range map[string]struct{ lines, gone []string }{
		"of a namespace":    {[]string{"$ kubectl get gear g1 -n shop", answer}, []string{"shop/gears.zorg.io/g1"}},
		"no namespace":      {[]string{"$ kubectl describe gear/g1", "", answer}, []string{"/gears.zorg.io/g1"}},
		"several answers":   {[]string{"$ kubectl get gear g1 -n shop", answer, "$ kubectl get pod p1 -n mill", "Error from server (NotFound): pods \"p1\" not found"}, []string{"shop/gears.zorg.io/g1", "mill/pods/p1"}},
		"another object":    {[]string{"$ kubectl get gear g2 -n shop", answer}, nil},
		"no command":        {[]string{answer}, nil},
		"another command":   {[]string{"$ kubectl get gear g1 -n shop", "$ kubectl logs p1", answer}, nil},
		"another cluster":   {[]string{"$ kubectl get gear g1 -n shop --context far", answer}, nil},
		"a sentence":        {[]string{"When I run kubectl get gear g1 -n shop I see", answer}, nil},
		"refused otherwise": {[]string{"$ kubectl get gear g1 -n shop", "Error from server (Forbidden): gears.zorg.io \"g1\" is forbidden"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, c := range Gone(tt.lines) {
				got = append(got, c.Namespace+"/"+c.Resource+"/"+c.Name)
			}
			if !slices.Equal(got, tt.gone) {
				t.Errorf("got %v, want %v", got, tt.gone)
			}
		})
	}
}
