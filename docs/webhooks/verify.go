package main

import "os"

// [example]
import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"strconv"
	"strings"
)

var seconds = regexp.MustCompile(`\A[1-9][0-9]{0,11}\z`)

// verify says whether one of the secrets signed this body within five minutes of now (Unix seconds).
func verify(secrets []string, header string, body []byte, now int64) bool {
	if len(header) > 512 {
		return false
	}
	var times, signatures []string
	for _, part := range strings.Split(header, ",") {
		if value := strings.TrimPrefix(part, "t="); value != part {
			times = append(times, value)
		} else if value := strings.TrimPrefix(part, "v1="); value != part {
			signatures = append(signatures, value)
		}
	}
	if len(times) != 1 || !seconds.MatchString(times[0]) {
		return false
	}
	at, err := strconv.ParseInt(times[0], 10, 64)
	if err != nil || now-at > 300 || at-now > 300 {
		return false
	}
	found := false
	for _, secret := range secrets {
		if secret == "" {
			continue
		}
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(times[0] + "."))
		mac.Write(body)
		expected := []byte(hex.EncodeToString(mac.Sum(nil)))
		for _, signature := range signatures {
			// hmac.Equal takes the same time wherever they differ
			found = hmac.Equal(expected, []byte(signature)) || found
		}
	}
	return found
}

// [/example]

// go run verify.go HEADER BODY_FILE NOW SECRET [OTHER_SECRET]: exit status 0 if it is genuine, else 1
func main() {
	body, err := os.ReadFile(os.Args[2])
	if err != nil {
		panic(err)
	}
	now, err := strconv.ParseInt(os.Args[3], 10, 64)
	if err != nil {
		panic(err)
	}
	if !verify(os.Args[4:], os.Args[1], body, now) {
		os.Exit(1)
	}
}
