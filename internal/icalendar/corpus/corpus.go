// Package corpus has small iCalendar files in the manner of real producers, with what they are read as. The tests of
// the reader, of the API and of the command line read the same files.
package corpus

import (
	"encoding/base64"
	"strings"
	"unicode/utf16"
)

// Case is a file and what it is read as.
type Case struct {
	// Name is the producer and what is special.
	Name string
	// File are its bytes.
	File string
	// FirstYear and LastYear are the years to read, 2027 and 2028 if they are 0.
	FirstYear, LastYear int
	// Also are the reasons that do not count.
	Also []string
	// Want has a line for each holiday, such as "2027-12-27 Christmas Day", and one for each reason to leave events
	// out, such as "observance 2".
	Want []string
	// Refused is a part of the error of a file that is refused as a whole.
	Refused string
}

// Years returns the years to read.
func (c Case) Years() (first, last int) {
	if c.FirstYear == 0 {
		return 2027, 2028
	}
	return c.FirstYear, c.LastYear
}

// Base64 returns the file as the API takes it.
func (c Case) Base64() string { return base64.StdEncoding.EncodeToString([]byte(c.File)) }

// crlf ends the lines as RFC 5545 says.
func crlf(text string) string { return strings.ReplaceAll(text, "\n", "\r\n") }

// calendar returns a calendar of a producer with components.
func calendar(producer string, components ...string) string {
	return crlf("BEGIN:VCALENDAR\nPRODID:" + producer + "\nVERSION:2.0\nCALSCALE:GREGORIAN\n" +
		strings.Join(components, "") + "END:VCALENDAR\n")
}

// event returns an event with these lines.
func event(lines ...string) string {
	return "BEGIN:VEVENT\n" + strings.Join(lines, "\n") + "\nEND:VEVENT\n"
}

// day returns an event of a day.
func day(date, summary string, more ...string) string {
	return event(append([]string{"DTSTART;VALUE=DATE:" + date, "SUMMARY:" + summary}, more...)...)
}

// google returns an event as the calendars of Google have them: free time, public, with a description.
func google(date, next, summary, description string, more ...string) string {
	return event(append([]string{
		"DTSTART;VALUE=DATE:" + date, "DTEND;VALUE=DATE:" + next, "DTSTAMP:20261101T080000Z", "UID:" + date +
			"_x@google.com",
		"CLASS:PUBLIC", "CREATED:20250101T000000Z", "DESCRIPTION:" + description, "LAST-MODIFIED:20250101T000000Z",
		"SEQUENCE:0", "STATUS:CONFIRMED", "SUMMARY:" + summary, "TRANSP:TRANSPARENT",
	}, more...)...)
}

// office returns an event as officeholidays.com has them.
func office(date, next, summary, description string) string {
	return event("CLASS:PUBLIC", "UID:"+date+"GBR@www.officeholidays.com", "CREATED:20261104T040838Z",
		"DESCRIPTION: "+description+`\n\n\n\nInformation provided by www.officeholidays.com`,
		"URL:https://www.officeholidays.com/holidays/x", "DTSTART;VALUE=DATE:"+date, "DTEND;VALUE=DATE:"+next,
		"DTSTAMP:20080101T000000Z", "LOCATION:United Kingdom", "PRIORITY:5", "LAST-MODIFIED:20261104T000000Z",
		"SEQUENCE:1",
		"SUMMARY;LANGUAGE=en-us:"+summary, "TRANSP:OPAQUE", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY",
		"X-MICROSOFT-CDO-IMPORTANCE:1", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE")
}

func inUTF16(text string) string {
	b := []byte{0xff, 0xfe}
	for _, unit := range utf16.Encode([]rune(text)) {
		b = append(b, byte(unit), byte(unit>>8))
	}
	return string(b)
}

const (
	googleCalendar = "-//Google Inc//Google Calendar 70.9054//EN"
	apple          = "-//Apple Inc.//macOS 15.1//EN"
	outlook        = "-//Microsoft Corporation//Outlook 16.0 MIMEDIR//EN"
	exchange       = "Microsoft Exchange Server 2010"
	officeHolidays = "-//Office Holidays Ltd.//EN"
	thunderbird    = "-//Mozilla.org/NONSGML Mozilla Calendar V1.1//EN"
	python         = "-//Vacanza//Open World Holidays Framework v0.84//EN"
	generator      = "-//example//generator//EN"
)

const berlin = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:STANDARD
DTSTART:19701025T030000
RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE
`

const alarm = `BEGIN:VALARM
ACTION:DISPLAY
SUMMARY:Not the name
DESCRIPTION:Reminder
TRIGGER:-PT15M
DURATION:PT5M
REPEAT:2
END:VALARM`

func list(lines ...string) []string { return lines }

// Cases are the files.
var Cases = []Case{
	// Calendars of Google.
	{Name: "google: a public holiday is free time", File: calendar(googleCalendar,
		google("20270101", "20270102", "New Year's Day", "Public holiday")), Want: list("2027-01-01 New Year's Day")},
	{Name: "google: an observance", File: calendar(googleCalendar,
		google("20270214", "20270215", "Valentine's Day",
			"Observance\\nTo hide observances\\, go to Google Calendar Setting\n s > Holidays in United Kingdom"),
		google("20271225", "20271226", "Christmas Day", "Public holiday")), Want: list("2027-12-25 Christmas Day",
		"observance 1")},
	{Name: "google: an observance in another language", File: calendar(googleCalendar,
		google("20270308", "20270309", "Journée de la femme",
			`Fête\nPour masquer ces jours\, accédez aux paramètres de Google Agenda > Jours fériés et autres fêtes en France`)),
		Want: list("observance 1")},
	{Name: "google: daylight saving", File: calendar(googleCalendar,
		google("20270314", "20270315", "Daylight Saving Time starts",
			`Observance\nTo hide observances\, go to Google Calendar Settings > Holidays in United States`),
		google("20271107", "20271108", "Daylight Saving Time ends", ""),
		google("20271125", "20271126", "Thanksgiving Day", "Public holiday")),
		Want: list("2027-11-25 Thanksgiving Day", "observance 2")},
	{Name: "google: a holiday of some regions", File: calendar(googleCalendar,
		google("20270329", "20270330", "Easter Monday (regional holiday)",
			`Public holiday in England\, Wales\, N. Ireland`),
		google("20271130", "20271201", "St Andrew's Day", "Public holiday in Scotland"),
		google("20270326", "20270327", "Good Friday", "Public holiday")), Want: list("2027-03-26 Good Friday",
		"regional 2")},
	{Name: "google: the holidays of regions too", Also: list("regional"), File: calendar(googleCalendar,
		google("20270329", "20270330", "Easter Monday (regional holiday)", "Public holiday in England")),
		Want: list("2027-03-29 Easter Monday (regional holiday)")},
	{Name: "google: observances too", Also: list("observance"), File: calendar(googleCalendar,
		google("20271224", "20271225", "Christmas Eve",
			`Observance\nTo hide observances\, go to Google Calendar Settings > Holidays`)),
		Want: list("2027-12-24 Christmas Eve")},
	{Name: "google: a date that may change is a holiday", File: calendar(googleCalendar,
		google("20270310", "20270311", "Eid al-Fitr (tentative)", "Public holiday", "STATUS:TENTATIVE")),
		Want: list("2027-03-10 Eid al-Fitr (tentative)")},
	{Name: "google: a working day on a weekend", File: calendar(googleCalendar,
		google("20270206", "20270207", "Spring Festival Special Working Day", "Public holiday"),
		google("20270208", "20270209", "Spring Festival Golden Week holiday", "Public holiday")),
		Want: list("2027-02-08 Spring Festival Golden Week holiday", "workday 1")},
	{Name: "google: a special non-working day is a holiday", File: calendar(googleCalendar,
		google("20271101", "20271102", "All Saints' Day (Special Non-working Day)", "Public holiday")),
		Want: list("2027-11-01 All Saints' Day (Special Non-working Day)")},
	{Name: "google: an export of a calendar with a meeting", File: calendar(googleCalendar, berlin,
		event("DTSTART;TZID=Europe/Berlin:20270301T090000", "DTEND;TZID=Europe/Berlin:20270301T093000",
			"SUMMARY:Standup"),
		day("20270503", "Bridge day")), Want: list("2027-05-03 Bridge day", "time_of_day 1")},

	// Apple.
	{Name: "apple: each year since 1970", File: calendar(apple, day("19701225", "Christmas Day",
		"DTEND;VALUE=DATE:19701226",
		"RRULE:FREQ=YEARLY;INTERVAL=1", "TRANSP:TRANSPARENT", "X-APPLE-UNIVERSAL-ID:1")),
		Want: list("2027-12-25 Christmas Day", "2028-12-25 Christmas Day")},
	{Name: "apple: the fourth Thursday", File: calendar(apple, day("20101125", "Thanksgiving",
		"RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=4TH")),
		Want: list("2027-11-25 Thanksgiving", "2028-11-23 Thanksgiving")},
	{Name: "apple: the last Monday", File: calendar(apple, day("20100531", "Memorial Day",
		"RRULE:FREQ=YEARLY;BYMONTH=5;BYDAY=-1MO")),
		Want: list("2027-05-31 Memorial Day", "2028-05-29 Memorial Day")},
	{Name: "apple: by position", File: calendar(apple, day("20210906", "Labor Day",
		"RRULE:FREQ=YEARLY;BYMONTH=9;BYDAY=MO;BYSETPOS=1")),
		Want: list("2027-09-06 Labor Day", "2028-09-04 Labor Day")},
	{Name: "apple: a rule that has ended", File: calendar(apple, day("19900617", "German Unity",
		"RRULE:FREQ=YEARLY;UNTIL=19901231")),
		Want: list("other_year 1")},
	{Name: "apple: a rule with an end inside the years", File: calendar(apple, day("20250605", "Constitution Day",
		"RRULE:FREQ=YEARLY;UNTIL=20271231T235959Z")),
		Want: list("2027-06-05 Constitution Day")},
	{Name: "apple: a rule with a count", File: calendar(apple, day("20260115", "Jubilee", "RRULE:FREQ=YEARLY;COUNT=2")),
		Want: list("2027-01-15 Jubilee")},
	{Name: "apple: dates without a rule", File: calendar(apple, day("20260406", "Easter Monday",
		"RDATE;VALUE=DATE:20270329,20280417")), Want: list("2027-03-29 Easter Monday", "2028-04-17 Easter Monday")},
	{Name: "apple: a day taken out of a rule", File: calendar(apple, day("20200501", "May Day", "RRULE:FREQ=YEARLY",
		"EXDATE;VALUE=DATE:20280501")), Want: list("2027-05-01 May Day")},
	{Name: "apple: a day of a rule that moved", File: calendar(apple,
		day("20200501", "May Day", "UID:7", "RRULE:FREQ=YEARLY"),
		day("20270503", "May Day (moved)", "UID:7", "RECURRENCE-ID;VALUE=DATE:20270501")),
		Want: list("2027-05-03 May Day (moved)", "2028-05-01 May Day")},
	{Name: "apple: a day of a rule that is cancelled", File: calendar(apple,
		day("20200501", "May Day", "UID:7", "RRULE:FREQ=YEARLY"),
		day("20270501", "May Day", "UID:7", "RECURRENCE-ID;VALUE=DATE:20270501", "STATUS:CANCELLED")),
		Want: list("2028-05-01 May Day", "cancelled 1")},
	{Name: "apple: the Chinese calendar is not read", File: calendar(apple, day("20200125", "Chinese New Year",
		"RRULE:RSCALE=CHINESE;FREQ=YEARLY;BYMONTH=1;BYMONTHDAY=1")), Want: list("repeats 1")},
	{Name: "apple: an alarm", File: calendar(apple, day("20270106", "Epiphany", alarm)),
		Want: list("2027-01-06 Epiphany")},
	{Name: "apple: an alarm before the dates", File: calendar(apple, event(alarm, "SUMMARY:Epiphany",
		"DTSTART;VALUE=DATE:20270106")),
		Want: list("2027-01-06 Epiphany")},
	{Name: "apple: leap days", FirstYear: 2027, LastYear: 2032, File: calendar(apple, day("20240229", "Leap Day",
		"RRULE:FREQ=YEARLY")),
		Want: list("2028-02-29 Leap Day", "2032-02-29 Leap Day")},

	// Outlook and Exchange.
	{Name: "outlook: a whole day with times", File: calendar(outlook, berlin, event("CLASS:PUBLIC",
		"DTSTART;TZID=\"Europe/Berlin\":20271003T000000",
		"DTEND;TZID=\"Europe/Berlin\":20271004T000000", "SUMMARY;LANGUAGE=de:Tag der Deutschen Einheit",
		"TRANSP:TRANSPARENT",
		"X-MICROSOFT-CDO-BUSYSTATUS:FREE", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE")),
		Want: list("2027-10-03 Tag der Deutschen Einheit")},
	{Name: "outlook: a zone whose name has a colon", File: calendar(outlook, event(
		`DTSTART;TZID="(UTC+01:00) Amsterdam, Berlin, Bern":20271003T000000`,
		`DTEND;TZID="(UTC+01:00) Amsterdam, Berlin, Bern":20271004T000000`,
		`SUMMARY;ALTREP="CID:<part@example.com>":Tag der Einheit`)), Want: list("2027-10-03 Tag der Einheit")},
	{Name: "outlook: private", File: calendar(outlook, day("20270402", "Day off", "CLASS:PRIVATE"), day("20270403",
		"Doctor", "CLASS:CONFIDENTIAL")),
		Want: list("private 2")},
	{Name: "outlook: private too", Also: list("private"), File: calendar(outlook, day("20270402", "Day off",
		"CLASS:PRIVATE")),
		Want: list("2027-04-02 Day off")},
	{Name: "outlook: categories", File: calendar(outlook, day("20270506", "Ascension", "CATEGORIES:Holiday"),
		day("20270620", "Father's Day", "CATEGORIES:Observance"), day("20270921", "Anna",
			"CATEGORIES:Family,Birthday")),
		Want: list("2027-05-06 Ascension", "observance 2")},
	{Name: "outlook: each twelve months", File: calendar(outlook, day("20201226", "Boxing Day",
		"RRULE:FREQ=MONTHLY;INTERVAL=12;BYMONTHDAY=26")),
		Want: list("2027-12-26 Boxing Day", "2028-12-26 Boxing Day")},
	{Name: "exchange: in the middle of the day in UTC", File: calendar(exchange, event("DTSTART:20261231T230000Z",
		"DTEND:20270101T230000Z",
		"SUMMARY:Neujahr", "X-MICROSOFT-CDO-ALLDAYEVENT:TRUE")), Want: list("time_of_day 1")},
	{Name: "exchange: a cancellation", File: calendar(exchange+"\nMETHOD:CANCEL", day("20270101", "New Year")),
		Want: list("cancelled 1")},
	{Name: "exchange: until the last minute", File: calendar(exchange, event("DTSTART:20270101T000000",
		"DTEND:20270102T235900", "SUMMARY:New Year")),
		Want: list("2027-01-01 New Year", "2027-01-02 New Year")},
	{Name: "outlook: in UTF-16", File: inUTF16(calendar(outlook, day("20270815", "Mariä Himmelfahrt"))),
		Want: list("2027-08-15 Mariä Himmelfahrt")},
	{Name: "outlook: in ISO 8859-1", File: calendar(outlook, day("20270815", "Mari\xe4 Himmelfahrt")),
		Want: list("2027-08-15 Mariä Himmelfahrt")},
	{Name: "outlook: vCalendar 1.0", File: crlf("BEGIN:VCALENDAR\nVERSION:1.0\n" + day("20270815", "x") +
		"END:VCALENDAR\n"), Refused: "vCalendar of version 1.0"},

	// officeholidays.com.
	{Name: "officeholidays: a holiday with the colon of its country", File: calendar(officeHolidays,
		office("20270503", "20270504", "United Kingdom: Early May Bank Holiday",
			"May Day in the UK is celebrated on the first Monday in May")),
		Want: list("2027-05-03 United Kingdom: Early May Bank Holiday")},
	{Name: "officeholidays: not a public holiday", File: calendar(officeHolidays,
		office("20270314", "20270315", "United Kingdom: Mother's Day (Not a Public Holiday)", "Mothering Sunday"),
		office("20270620", "20270621", "United Kingdom: Father's Day", "Not a public holiday. Always a Sunday")),
		Want: list("observance 2")},
	{Name: "officeholidays: a regional holiday", File: calendar(officeHolidays,
		office("20270312", "20270315", "United Kingdom: Battle of the Boyne (Regional Holiday)",
			"In Northern Ireland")), Want: list("regional 1")},
	{Name: "officeholidays: a description that names working days", File: calendar(officeHolidays,
		office("20271227", "20271229", "Christmas",
			"It replaces a Saturday: the next working day is 29 December. In observance of Christmas")),
		Want: list("2027-12-27 Christmas", "2027-12-28 Christmas")},

	// Thunderbird and others.
	{Name: "thunderbird: LF and a trailing blank line", File: strings.ReplaceAll(calendar(thunderbird, day("20270101",
		"New Year")), "\r\n", "\n") + "\n\n",
		Want: list("2027-01-01 New Year")},
	{Name: "thunderbird: escaped text", File: calendar(thunderbird, day("20271227",
		`Christmas Day\, substitute\; with\nBoxing Day \\ Stephen’s`)),
		Want: list(`2027-12-27 Christmas Day, substitute; with Boxing Day \ Stephen’s`)},
	{Name: "thunderbird: a fold with a tab", File: calendar(thunderbird, day("20271227", "Christmas\n\t Day")),
		Want: list("2027-12-27 Christmas Day")},
	{Name: "thunderbird: a task and a journal", File: calendar(thunderbird,
		"BEGIN:VTODO\nDUE;VALUE=DATE:20270101\nSUMMARY:Pay\nEND:VTODO\n",
		"BEGIN:VJOURNAL\nDTSTART;VALUE=DATE:20270101\nSUMMARY:Dear diary\nEND:VJOURNAL\n", day("20270106", "Epiphany")),
		Want: list("2027-01-06 Epiphany")},
	{Name: "python-holidays: a duration", File: calendar(python, event("DTSTAMP:20261101T000000Z", "UID:1@example.com",
		"SUMMARY;LANGUAGE=EN-GB:Easter Monday", "DTSTART;VALUE=DATE:20270329", "DURATION:P1D")),
		Want: list("2027-03-29 Easter Monday")},
	{Name: "python-holidays: two days", File: calendar(python, day("20271225", "Christmas", "DURATION:P2D")),
		Want: list("2027-12-25 Christmas", "2027-12-26 Christmas")},
	{Name: "python: a week", File: calendar(python, day("20270208", "Spring Festival", "DURATION:P1W")),
		Want: list("2027-02-08 Spring Festival", "2027-02-09 Spring Festival", "2027-02-10 Spring Festival",
			"2027-02-11 Spring Festival",
			"2027-02-12 Spring Festival", "2027-02-13 Spring Festival", "2027-02-14 Spring Festival")},
	{Name: "python: 24 hours", File: calendar(python, event("DTSTART:20270101T000000Z", "DURATION:PT24H",
		"SUMMARY:New Year")),
		Want: list("2027-01-01 New Year")},
	{Name: "python: eight hours", File: calendar(python, day("20271224", "Christmas Eve", "DURATION:PT8H")),
		Want: list("time_of_day 1")},
	{Name: "nager: one day, the end not after it", File: calendar("-//Nager.Date//EN", event("UID:1",
		"DTSTART;VALUE=DATE:20270101", "DTEND;VALUE=DATE:20270101",
		"SUMMARY:Neujahr", "DESCRIPTION:New Year's Day", "CATEGORIES:Public")), Want: list("2027-01-01 Neujahr")},
	{Name: "chinese holidays: midnight to midnight, and working days",
		File: calendar("-//Rank Technology//Chinese Holidays//EN",
			event("DTSTART:20271001T000000", "DTEND:20271002T000000", "SUMMARY:国庆节 假期第1天"),
			event("DTSTART:20271009T000000", "DTEND:20271010T000000", "SUMMARY:国庆节 补班第1天"), day("20271010", "国庆节(班)")),
		Want: list("2027-10-01 国庆节 假期第1天", "workday 2")},
	{Name: "hungary: a working Saturday", File: calendar(generator, day("20271211", "Áthelyezett munkanap"),
		day("20271224", "Munkaszüneti nap")),
		Want: list("2027-12-24 Munkaszüneti nap", "workday 1")},
	{Name: "russia: a working day and a free day", File: calendar(generator, day("20270220", "Рабочий день"),
		day("20270222", "Нерабочий день")),
		Want: list("2027-02-22 Нерабочий день", "workday 1")},
	{Name: "germany: the clocks", File: calendar(generator, day("20270328", "Beginn der Sommerzeit"), day("20271031",
		"Ende der Sommerzeit"), day("20270501", "Tag der Arbeit")),
		Want: list("2027-05-01 Tag der Arbeit", "observance 2")},
	{Name: "japan: an equinox is a holiday", File: calendar(generator, day("20270321", "Vernal Equinox Day")),
		Want: list("2027-03-21 Vernal Equinox Day")},
	{Name: "iceland: the first day of summer", File: calendar(generator, day("20270422", "First Day of Summer")),
		Want: list("2027-04-22 First Day of Summer")},

	// Several calendars, and encodings.
	{Name: "two calendars in a file", File: calendar(apple, day("20270101", "New Year")) + "\r\n" +
		calendar(googleCalendar, day("20270106", "Epiphany")),
		Want: list("2027-01-01 New Year", "2027-01-06 Epiphany")},
	{Name: "lower case", File: strings.ToLower(calendar(generator, day("20270101", "New Year",
		"RRULE:FREQ=YEARLY;COUNT=1"))),
		Want: list("2027-01-01 new year")},
	{Name: "lower case, cancelled", File: strings.ToLower(calendar(generator, day("20270101", "new year",
		"status:cancelled"))), Want: list("cancelled 1")},
	{Name: "a byte order mark", File: "\ufeff" + calendar(generator, day("20270101", "Año Nuevo")),
		Want: list("2027-01-01 Año Nuevo")},
	{Name: "a fold inside a character", File: calendar(generator, day("20270101", "Fu\xc3\n \xafr")),
		Want: list("2027-01-01 Fuïr")},
	{Name: "CR alone ends lines", File: strings.ReplaceAll(calendar(generator, day("20270101", "New Year")), "\r\n",
		"\r"), Want: list("2027-01-01 New Year")},
	{Name: "a name with control characters", File: calendar(generator, day("20270101", "New\x00\x07 Year")),
		Want: list("2027-01-01 New Year")},

	// Generators with errors.
	{Name: "hyphens in dates", File: calendar(generator, event("DTSTART:2027-01-01", "SUMMARY:New Year")),
		Want: list("2027-01-01 New Year")},
	{Name: "a rule that ends with a semicolon", File: calendar(generator, day("20200101", "New Year",
		"RRULE:FREQ=YEARLY;")),
		Want: list("2027-01-01 New Year", "2028-01-01 New Year")},
	{Name: "a rule in words", File: calendar(generator, day("20270101", "New Year", "RRULE:every year")),
		Want: list("repeats 1")},
	{Name: "every Sunday", File: calendar(generator, day("20270103", "Sunday", "RRULE:FREQ=WEEKLY")),
		Want: list("repeats 1")},
	{Name: "every Sunday, as a yearly rule", File: calendar(generator, day("20270103", "Sunday",
		"RRULE:FREQ=YEARLY;BYDAY=SU")), Want: list("repeats 1")},
	{Name: "some days in a row", File: calendar(generator, day("20271227", "Company holidays",
		"RRULE:FREQ=DAILY;COUNT=3")),
		Want: list("2027-12-27 Company holidays", "2027-12-28 Company holidays", "2027-12-29 Company holidays")},
	{Name: "30 February", File: calendar(generator, day("20270101", "Never",
		"RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30")), Want: list("repeats 1")},
	{Name: "a rule since 1601", File: calendar(generator, day("16010101", "New Year", "RRULE:FREQ=YEARLY")),
		Want: list("2027-01-01 New Year", "2028-01-01 New Year")},
	{Name: "each fourth year, and three times a month", File: calendar(generator,
		day("20200229", "Leap day", "RRULE:FREQ=YEARLY;INTERVAL=4"), day("20270131", "Closing",
			"RRULE:FREQ=MONTHLY;COUNT=3")),
		Want: list("2027-01-31 Closing", "2027-03-31 Closing", "2027-05-31 Closing", "2028-02-29 Leap day")},
	{Name: "rules that point outside a year", File: calendar(generator,
		day("20270101", "A", "RRULE:FREQ=YEARLY;BYEASTER=400"), day("20270101", "B", "RRULE:FREQ=YEARLY;BYEASTER=-120"),
		day("20270101", "C", "RRULE:FREQ=YEARLY;BYMONTH=12;BYDAY=53MO"),
		day("20270101", "D", "RRULE:FREQ=YEARLY;BYMONTH=1;BYDAY=-53MO"),
		day("20270101", "E", "RRULE:FREQ=MONTHLY;INTERVAL=12;BYDAY=53MO"),
		day("20270101", "F", "RRULE:FREQ=YEARLY;INTERVAL=9223372036854775807")), Want: list("repeats 6")},
	{Name: "names that cannot be seen", File: calendar(generator, day("20270101", "\u200b\u200b"),
		day("20270102", "\u2800"), day("20270103", "\u202eCafe\u0301\u200b")),
		Want: list("2027-01-03 Café", "unreadable 2")},
	{Name: "each hour", File: calendar(generator, day("20270101", "Bells", "RRULE:FREQ=HOURLY;COUNT=9"),
		day("20270102", "Bells", "RRULE:FREQ=YEARLY;BYHOUR=1,2")), Want: list("repeats 2")},
	{Name: "no date, and no name", File: calendar(generator, event("SUMMARY:A"), event("DTSTART;VALUE=DATE:20270101"),
		day("20270230", "B"), day("00000101", "C"),
		event("DTSTART;VALUE=DATE:20270105", "DTEND;VALUE=DATE:20270104", "SUMMARY:D"),
		day("20270106", "E", "DURATION:soon"), day("20270107", strings.Repeat("x", 256))), Want: list("unreadable 7")},
	{Name: "text that is not folded", File: calendar(generator, day("20270101", "New Year", "DESCRIPTION:First line",
		"and a second one", "<br>third: line")),
		Want: list("2027-01-01 New Year")},
	{Name: "quotes that are not closed", File: calendar(generator,
		event(`DTSTART;TZID="Europe/Berlin;VALUE=DATE:20270101`, "SUMMARY:New Year")),
		Want: list("2027-01-01 New Year")},
	{Name: "two events of a day: the later one", File: calendar(generator, day("20270101", "A"), day("20270101",
		"New Year"), day("20270101", "New Year")),
		Want: list("2027-01-01 New Year", "same_day 2")},
	{Name: "school holidays", File: calendar(generator, day("20270701", "Summer holidays",
		"DTEND;VALUE=DATE:20270816")), Want: list("too_long 1")},
	{Name: "days around the end of the years", FirstYear: 2027, LastYear: 2027, File: calendar(generator,
		day("20261231", "A", "DTEND;VALUE=DATE:20270102"),
		day("20271231", "B", "DTEND;VALUE=DATE:20280102"), day("20290101", "C")), Want: list("2027-01-01 A",
		"2027-12-31 B", "other_year 1")},
	{Name: "no events", File: calendar(generator), Want: nil},

	// Files that are refused as a whole.
	{Name: "an empty file", File: "", Refused: "must begin with BEGIN:VCALENDAR|is required"},
	{Name: "a page of the web", File: "<!DOCTYPE html>\n<html><head><title>Sign in</title></head></html>\n",
		Refused: "must begin with BEGIN:VCALENDAR"},
	{Name: "an event without a calendar", File: crlf(day("20270101", "New Year")),
		Refused: "must begin with BEGIN:VCALENDAR"},
	{Name: "cut between two events", File: strings.TrimSuffix(calendar(generator, day("20270101", "New Year")),
		"END:VCALENDAR\r\n"), Refused: "truncated"},
	{Name: "cut in an event", File: calendar(generator, day("20270101", "New Year"))[:110], Refused: "truncated"},
	{Name: "cut, and another calendar after it", File: calendar(generator, day("20270101", "New Year"))[:110] +
		"\r\n" + calendar(generator), Refused: "damaged on line"},
	{Name: "a page of the web after it", File: calendar(generator, day("20270101", "New Year")) + "<html>\r\n",
		Refused: "damaged on line 10"},
	{Name: "an event in an event", File: calendar(generator, "BEGIN:VEVENT\nDTSTART:20270101\n", day("20270102",
		"A")), Refused: "damaged on line"},
}
