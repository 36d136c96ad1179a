package icalendar_test

import (
	"context"
	"maps"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/workplan-api/workplan/internal/icalendar"
)

// maxFile is the greatest file that the API takes.
const maxFile = 2 << 20

// full returns a file of maxFile bytes: unit is repeated between the ends.
func full(begin, unit, end string) string {
	begin, end = "BEGIN:VCALENDAR\n"+begin, end+"\nEND:VCALENDAR\n"
	return begin + strings.Repeat(unit, (maxFile-len(begin)-len(end))/len(unit)) + end
}

// hostile returns files in which something is as often as it can be.
func hostile() map[string]string {
	const event = "BEGIN:VEVENT\nDTSTART;VALUE=DATE:16001231\nSUMMARY:A\n"
	in := func(property, unit string) string { return full(event+property, unit, "\nEND:VEVENT") }
	list := strings.Repeat("1,", 200)
	files := map[string]string{
		"a UID and days": full(event+"RDATE:20270101"+strings.Repeat(",20270102", 90_000)+"\nUID:", "x",
			"\nEND:VEVENT"),
		"a UID, few days": full(event+"RDATE:20270101"+strings.Repeat(",20270102", 3000)+"\nUID:", `\n`,
			"\nEND:VEVENT"),
		"long days":      in("DTEND;VALUE=DATE:16010131\nRDATE:20270101", ",20270101"),
		"periods":        in("RDATE;VALUE=PERIOD:20270101/P1D", ",20270101/P1D"),
		"EXDATE":         in("RRULE:FREQ=YEARLY\nEXDATE:20270101", ",20270101"),
		"lines of RDATE": in("", "RDATE:20270101\n"),
		"events of RDATE": full("",
			event+"RDATE:20270101"+strings.Repeat(",20270101", 3000)+"\nEND:VEVENT\n", ""),
		"RECURRENCE-ID":          full("", "BEGIN:VEVENT\nUID:7\nRECURRENCE-ID:20270101\nEND:VEVENT\n", ""),
		"SUMMARY":                in("SUMMARY:", "summer time "),
		"names":                  full("", event+"END:VEVENT\n", ""),
		"no properties":          full("", "BEGIN:VEVENT\nEND:VEVENT\n", ""),
		"a DESCRIPTION":          in("DESCRIPTION:", `a\n`),
		"a DESCRIPTION of words": in("DESCRIPTION:", "public holiday in "),
		"CATEGORIES":             in("CATEGORIES:", ","),
		"some CATEGORIES":        in("CATEGORIES:", "a,bc,def,non working,"),
		"lines of CATEGORY":      in("", "CATEGORY:a\n"),
		"DURATION":               in("DURATION:P", "9"),
		"long events": full("",
			"BEGIN:VEVENT\nDTSTART;VALUE=DATE:20270101\nDURATION:P31D\nSUMMARY:A\nEND:VEVENT\n", ""),
		"VALARM":           full(event+strings.Repeat("BEGIN:VALARM\n", 80_000), "END:VALARM\n", ""),
		"open VALARM":      in("", "BEGIN:VALARM\n"),
		"calendars":        full("END:VCALENDAR\n", "BEGIN:VCALENDAR\nEND:VCALENDAR\n", "BEGIN:VCALENDAR"),
		"folds":            in("SUMMARY:A", "\n x"),
		"empty folds":      in("SUMMARY:A", "\n "),
		"empty lines":      in("", "\n"),
		"short lines":      in("", "A:\n"),
		"lines in Latin-1": in("", "\xe4\n"),
		"parameters":       in("X-A", ";B=C"),
		"quotes":           in(`X-A;B="`, `"":`),
		"PRODID":           full("PRODID:", "google ", ""),
		"bytes of UTF-16":  "\xff\xfe" + full("", "\x00A", "")[:maxFile-2],
		"FREQ=SECONDLY":    in("RRULE:FREQ=SECONDLY;BYSECOND=1", ",1"),
		"FREQ":             in("RRULE:FREQ=YEARLY", ";FREQ=YEARLY"),
		"semicolons":       in("RRULE:FREQ=YEARLY", ";"),
		"times of day": full("", event+"RRULE:FREQ=YEARLY;BYHOUR="+list+"1;BYMINUTE="+list+"1;BYSECOND="+list+
			"1\nEND:VEVENT\n", ""),
		"no month has it": full("", event+"RRULE:FREQ=MONTHLY;UNTIL=99990101;BYMONTHDAY=1;BYDAY=5MO\nEND:VEVENT\n", ""),
	}
	for _, by := range []string{
		"BYSETPOS", "BYMONTH", "BYMONTHDAY", "BYYEARDAY", "BYWEEKNO", "BYEASTER", "BYHOUR", "BYMINUTE", "BYSECOND",
	} {
		files[by] = in("RRULE:FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1;"+by+"=1", ",1")
		for what, count := range map[string]string{"without an end": "", "counted": ";COUNT=9999"} {
			files["rules of "+by+" "+what] = full("", event+"RRULE:FREQ=YEARLY;BYMONTHDAY=1;"+by+"="+list+"1"+count+
				"\nEND:VEVENT\n", "")
		}
	}
	files["BYDAY"] = in("RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=1MO", ",1MO")
	for _, rule := range []string{
		"FREQ=YEARLY", "FREQ=YEARLY;COUNT=9999", "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30", "FREQ=YEARLY;BYDAY=MO;BYSETPOS=300",
		"FREQ=MONTHLY;COUNT=9999", "FREQ=DAILY;UNTIL=99990101", "FREQ=WEEKLY;COUNT=9999;INTERVAL=1000",
		"FREQ=YEARLY;INTERVAL=9223372036854775807", "FREQ=MONTHLY;INTERVAL=9223372036854775800",
		"FREQ=WEEKLY;COUNT=3;INTERVAL=1317624576693539402", "FREQ=DAILY;COUNT=3;INTERVAL=9223372036854775807",
		"FREQ=YEARLY;BYEASTER=999", "FREQ=YEARLY;BYEASTER=-999", "FREQ=YEARLY;BYMONTH=12;BYDAY=53MO",
		"FREQ=YEARLY;BYMONTH=1;BYDAY=-53MO", "FREQ=MONTHLY;INTERVAL=12;BYDAY=53MO",
	} {
		// Less than the events that may repeat.
		files[rule] = full(strings.Repeat(event+"RRULE:"+rule+"\nEND:VEVENT\n", 990), "\n", "")
	}
	return files
}

// cpu returns the processor time of this process: the time of day says little on a busy machine.
func cpu(t *testing.T) time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		t.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// TestHostile: whatever is multiplied in a file, reading ends, and earlier when the request ends. The limits tell
// reading that ends from reading that goes on for minutes, and not a fast machine from a slow one.
func TestHostile(t *testing.T) {
	files := hostile()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := []byte(files[name])
		if len(file) > maxFile || len(file) < maxFile*9/10 {
			t.Fatalf("%s: %d bytes", name, len(file))
		}
		// read returns how long the processor reads the file for a request of some length.
		read := func(t *testing.T, length time.Duration) time.Duration {
			ctx, leave := context.WithTimeout(t.Context(), length)
			defer leave()
			began, ended := cpu(t), make(chan struct{})
			go func() {
				defer close(ended)
				defer func() {
					if v := recover(); v != nil {
						t.Error(v)
					}
				}()
				_, _, err := icalendar.Read(ctx, file, icalendar.Options{FirstYear: 2190, LastYear: 2199})
				t.Log(cpu(t)-began, err)
			}()
			for {
				select {
				case <-ended:
					return cpu(t) - began
				case <-time.After(time.Second):
					if cpu(t)-began > maxReading {
						t.Fatalf("is read for more than %v", maxReading)
					}
				}
			}
		}
		t.Run(name, func(t *testing.T) {
			if read(t, 5*maxReading) > 5*time.Second && read(t, 100*time.Millisecond) > maxReading/4 {
				t.Error("is read for a client that has left")
			}
		})
	}
}

// maxReading is how long the processor may read a file: many times what the dearest takes on two cores.
const maxReading = time.Minute
