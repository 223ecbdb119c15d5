// Structured fields (RFC 9651), without dates and display strings. A bare item is a string, token, []byte, bool, int64 or float64;
// an inner list is an []item.
package main

import (
	"encoding/base64"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

type token string

type parameter struct {
	name  string
	value any
}

type parameters []parameter

func (p parameters) get(name string) any {
	for _, one := range p {
		if one.name == name {
			return one.value
		}
	}
	return nil
}

// with replaces a parameter, which then stands last.
func (p parameters) with(name string, value any) parameters {
	kept := slices.DeleteFunc(slices.Clone(p), func(one parameter) bool { return one.name == name })
	return append(kept, parameter{name, value})
}

type item struct {
	value any
	parameters
}

type parser struct{ rest string }

func (p *parser) take(pattern *regexp.Regexp) (string, bool) {
	found := pattern.FindString(p.rest)
	if found == "" && !pattern.MatchString(p.rest) {
		return "", false
	}
	p.rest = p.rest[len(found):]
	return found, true
}

var (
	keyPattern     = regexp.MustCompile(`^[a-z*][a-z0-9_\-.*]*`)
	stringPattern  = regexp.MustCompile(`^"(?:[ !#-\[\]-~]|\\["\\])*"`)
	bytesPattern   = regexp.MustCompile(`^:[A-Za-z0-9+/]*={0,2}:`)
	booleanPattern = regexp.MustCompile(`^\?[01]`)
	numberPattern  = regexp.MustCompile(`^-?[0-9]{1,15}(?:\.[0-9]{1,3})?`)
	tokenPattern   = regexp.MustCompile("^[A-Za-z*][!#$%&'*+\\-.^_`|~0-9A-Za-z:/]*")
	semicolon      = regexp.MustCompile(`^; *`)
	equals         = regexp.MustCompile(`^=`)
	open           = regexp.MustCompile(`^\( *`)
	closed         = regexp.MustCompile(`^ *\)`)
	space          = regexp.MustCompile(`^ +`)
	comma          = regexp.MustCompile(`^[ \t]*,[ \t]*`)
	escaped        = regexp.MustCompile(`\\(.)`)
	quoted         = regexp.MustCompile(`["\\]`)
)

func (p *parser) key() string {
	key, ok := p.take(keyPattern)
	require(ok, "a key")
	return key
}

func (p *parser) bare() any {
	if text, ok := p.take(stringPattern); ok {
		return escaped.ReplaceAllString(text[1:len(text)-1], "$1")
	}
	if text, ok := p.take(bytesPattern); ok {
		data, err := base64.RawStdEncoding.DecodeString(strings.TrimRight(text[1:len(text)-1], "="))
		require(err == nil, "a byte sequence")
		return data
	}
	if text, ok := p.take(booleanPattern); ok {
		return text == "?1"
	}
	if text, ok := p.take(numberPattern); ok {
		if whole, err := strconv.ParseInt(text, 10, 64); err == nil {
			return whole
		}
		number, err := strconv.ParseFloat(text, 64)
		require(err == nil, "a number")
		return number
	}
	text, ok := p.take(tokenPattern)
	require(ok, "a structured field")
	return token(text)
}

// value reads what stands after `=`; without it the value is true.
func (p *parser) value(read func() any) any {
	if _, ok := p.take(equals); ok {
		return read()
	}
	return true
}

func (p *parser) parameters() parameters {
	found := parameters{}
	for {
		if _, ok := p.take(semicolon); !ok {
			return found
		}
		name := p.key()
		found = found.with(name, p.value(p.bare))
	}
}

func (p *parser) item() item {
	value := p.bare()
	return item{value, p.parameters()}
}

func (p *parser) itemOrList() any {
	if _, ok := p.take(open); !ok {
		return p.bare()
	}
	items := []item{}
	for {
		if _, ok := p.take(closed); ok {
			return items
		}
		items = append(items, p.item())
		_, spaced := p.take(space)
		require(spaced || strings.HasPrefix(p.rest, ")"), "an inner list")
	}
}

// dictionary returns its members as parameters whose values are items.
func dictionary(text string) parameters {
	p := parser{strings.Trim(text, " ")}
	members := parameters{}
	for p.rest != "" {
		name := p.key()
		value := p.value(p.itemOrList)
		members = members.with(name, item{value, p.parameters()})
		_, more := p.take(comma)
		require(more == (p.rest != ""), "a dictionary")
	}
	return members
}

func member(text, name string) item {
	found, _ := dictionary(text).get(name).(item)
	return found
}

func bareText(value any) string {
	switch value := value.(type) {
	case string:
		return `"` + quoted.ReplaceAllString(value, `\$0`) + `"`
	case []byte:
		return ":" + base64.StdEncoding.EncodeToString(value) + ":"
	case bool:
		return map[bool]string{true: "?1", false: "?0"}[value]
	case float64:
		text := strings.TrimRight(strconv.FormatFloat(value, 'f', 3, 64), "0")
		if strings.HasSuffix(text, ".") {
			text += "0"
		}
		return text
	}
	return fmt.Sprint(value)
}

func (p parameters) text() string {
	text := ""
	for _, one := range p {
		text += ";" + one.name
		if one.value != true {
			text += "=" + bareText(one.value)
		}
	}
	return text
}

func (i item) text() string { return bareText(i.value) + i.parameters.text() }
