package release

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// entry is a file of an archive.
type entry struct {
	name    string
	mode    int64
	content []byte
}

// pack puts the files into one folder of an archive, in the given order. What
// differs from one machine to the next is left out: owners, times, what umask
// leaves of modes.
func pack(p Platform, date time.Time, files []string) ([]byte, error) {
	entries := make([]entry, 0, len(files))
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, fmt.Errorf("packing: %w", err)
		}
		e := entry{name: filepath.Base(file), mode: 0o755, content: content}
		if e.name == "LICENSE" || filepath.Ext(e.name) == ".1" {
			e.mode = 0o644
		}
		entries = append(entries, e)
	}
	date = date.UTC().Truncate(2 * time.Second) // what a zip can tell
	write := writeTar
	if p.OS == "windows" {
		write = writeZip
	}
	packed, err := write(date, entries)
	if err != nil {
		return nil, fmt.Errorf("packing: %w", err)
	}
	return packed, nil
}

func writeTar(date time.Time, entries []entry) ([]byte, error) {
	plain, err := plainTar(date, entries)
	if err != nil {
		return nil, err
	}
	return zipped(plain)
}

func plainTar(date time.Time, entries []entry) ([]byte, error) {
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, e := range entries {
		header := &tar.Header{Typeflag: tar.TypeReg, Name: e.name, Mode: e.mode, Size: int64(len(e.content)), ModTime: date, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(header); err != nil {
			return nil, err
		}
		if _, err := w.Write(e.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func zipped(plain []byte) ([]byte, error) {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := w.Write(plain); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}

func writeZip(date time.Time, entries []entry) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, e := range entries {
		header := &zip.FileHeader{Name: e.name, Method: zip.Deflate, Modified: date}
		header.SetMode(os.FileMode(e.mode))
		file, err := w.CreateHeader(header)
		if err != nil {
			return nil, err
		}
		if _, err := file.Write(e.content); err != nil {
			return nil, err
		}
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
