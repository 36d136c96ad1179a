package demo

import (
	"strings"
	"time"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/protoconv"
)

// publicHoliday is a holiday of each year in these countries. factor is the part of the day
// that it takes.
type publicHoliday struct {
	name, countries string
	day             func(year int) time.Time
	factor          float64
}

// publicHolidays are those of the people's countries. Holidays that follow the moon, other
// than Easter, are left out.
var publicHolidays = []publicHoliday{
	{"New Year's Day",
		"PT GB SE ES NL IT LB PL JP NG DE TR BR SG US FR KR ZA DK MX BG CA CH ZW IE AR VN HU FI SN GH CZ",
		on(time.January, 1), 1},
	{"Epiphany", "ES IT PL SE FI", on(time.January, 6), 1},
	{"Coptic Christmas Day", "EG", on(time.January, 7), 1},
	{"Coming of Age Day", "JP", nth(2, time.Monday, time.January), 1},
	{"Martin Luther King Jr. Day", "US", nth(3, time.Monday, time.January), 1},
	{"Revolution Day", "EG", on(time.January, 25), 1},
	{"Republic Day", "IN", on(time.January, 26), 1},
	{"Foundation Day", "JP", on(time.February, 11), 1},
	{"Presidents' Day", "US", nth(3, time.Monday, time.February), 1},
	{"Independence Movement Day", "KR", on(time.March, 1), 1},
	{"Liberation Day", "BG", on(time.March, 3), 1},
	{"Independence Day", "GH", on(time.March, 6), 1},
	{"National Day", "HU", on(time.March, 15), 1},
	{"Benito Juárez's Birthday", "MX", nth(3, time.Monday, time.March), 1},
	{"St Patrick's Day", "IE", on(time.March, 17), 1},
	{"Human Rights Day", "ZA", on(time.March, 21), 1},
	{"Pakistan Day", "PK", on(time.March, 23), 1},
	{"Day of Remembrance", "AR", on(time.March, 24), 1},
	{"Good Friday", "PT GB SE ES IN LB NG DE BR SG ZA DK CA CH ZW AR HU FI GH CZ", easter(-2), 1},
	{"Easter Monday", "GB SE IT NL PL NG DE FR ZA DK CH ZW IE HU FI SN GH CZ", easter(1), 1},
	{"Malvinas Day", "AR", on(time.April, 2), 1},
	{"Independence Day", "SN", on(time.April, 4), 1},
	{"Independence Day", "ZW", on(time.April, 18), 1},
	{"Tiradentes Day", "BR", on(time.April, 21), 1},
	{"National Sovereignty Day", "TR", on(time.April, 23), 1},
	{"Freedom Day", "PT", on(time.April, 25), 1},
	{"Liberation Day", "IT", on(time.April, 25), 1},
	{"Sinai Liberation Day", "EG", on(time.April, 25), 1},
	{"King's Day", "NL", on(time.April, 27), 1},
	{"Freedom Day", "ZA", on(time.April, 27), 1},
	{"Shōwa Day", "JP", on(time.April, 29), 1},
	{"Reunification Day", "VN", on(time.April, 30), 1},
	{"Labour Day", "PT SE ES IT LB PL NG DE TR BR SG FR ZA MX EG BG ZW PK AR VN HU FI SN GH CZ", on(time.May, 1), 1},
	{"May Day", "GB IE", nth(1, time.Monday, time.May), 1},
	{"Constitution Day", "PL JP", on(time.May, 3), 1},
	{"Greenery Day", "JP", on(time.May, 4), 1},
	{"Children's Day", "JP KR", on(time.May, 5), 1},
	{"Victory in Europe Day", "FR CZ", on(time.May, 8), 1},
	{"Ascension Day", "SE NL DE FR DK CH FI SN", easter(39), 1},
	{"Youth and Sports Day", "TR", on(time.May, 19), 1},
	{"Victoria Day", "CA", nth(3, time.Monday, time.May), 1},
	{"Day of the Bulgarian Alphabet", "BG", on(time.May, 24), 1},
	{"May Revolution Day", "AR", on(time.May, 25), 1},
	{"Africa Day", "ZW", on(time.May, 25), 1},
	{"Spring Bank Holiday", "GB", nth(last, time.Monday, time.May), 1},
	{"Memorial Day", "US", nth(last, time.Monday, time.May), 1},
	{"Whit Monday", "NL DE FR DK CH HU SN", easter(50), 1},
	{"June Holiday", "IE", nth(1, time.Monday, time.June), 1},
	{"Republic Day", "IT", on(time.June, 2), 1},
	{"National Day", "SE", on(time.June, 6), 1},
	{"Memorial Day", "KR", on(time.June, 6), 1},
	{"Portugal Day", "PT", on(time.June, 10), 1},
	{"Democracy Day", "NG", on(time.June, 12), 1},
	{"Youth Day", "ZA", on(time.June, 16), 1},
	{"Juneteenth", "US", on(time.June, 19), 1},
	{"Canada Day", "CA", on(time.July, 1), 1},
	{"Independence Day", "US", on(time.July, 4), 1},
	{"Jan Hus Day", "CZ", on(time.July, 6), 1},
	{"Independence Day", "AR", on(time.July, 9), 1},
	{"Bastille Day", "FR", on(time.July, 14), 1},
	{"Democracy and National Unity Day", "TR", on(time.July, 15), 1},
	{"Marine Day", "JP", nth(3, time.Monday, time.July), 1},
	{"Revolution Day", "EG", on(time.July, 23), 1},
	{"National Day", "CH", on(time.August, 1), 1},
	{"August Holiday", "IE", nth(1, time.Monday, time.August), 1},
	{"National Day", "SG", on(time.August, 9), 1},
	{"Women's Day", "ZA", on(time.August, 9), 1},
	{"Independence Day", "PK", on(time.August, 14), 1},
	{"Independence Day", "IN", on(time.August, 15), 1},
	{"Liberation Day", "KR", on(time.August, 15), 1},
	{"Assumption Day", "PT ES IT LB PL FR SN", on(time.August, 15), 1},
	{"St Stephen's Day", "HU", on(time.August, 20), 1},
	{"Victory Day", "TR", on(time.August, 30), 1},
	{"Summer Bank Holiday", "GB", nth(last, time.Monday, time.August), 1},
	{"National Day", "VN", on(time.September, 2), 1},
	{"Unification Day", "BG", on(time.September, 6), 1},
	{"Labor Day", "US CA", nth(1, time.Monday, time.September), 1},
	{"Independence Day", "BR", on(time.September, 7), 1},
	{"Independence Day", "MX", on(time.September, 16), 1},
	{"Heritage Day", "ZA", on(time.September, 24), 1},
	{"St Wenceslas Day", "CZ", on(time.September, 28), 1},
	{"Independence Day", "NG", on(time.October, 1), 1},
	{"Gandhi Jayanti", "IN", on(time.October, 2), 1},
	{"German Unity Day", "DE", on(time.October, 3), 1},
	{"National Foundation Day", "KR", on(time.October, 3), 1},
	{"Republic Day", "PT", on(time.October, 5), 1},
	{"Armed Forces Day", "EG", on(time.October, 6), 1},
	{"Thanksgiving", "CA", nth(2, time.Monday, time.October), 1},
	{"National Day", "ES", on(time.October, 12), 1},
	{"Our Lady of Aparecida", "BR", on(time.October, 12), 1},
	{"Sports Day", "JP", nth(2, time.Monday, time.October), 1},
	{"1956 Revolution Day", "HU", on(time.October, 23), 1},
	{"October Holiday", "IE", nth(last, time.Monday, time.October), 1},
	{"Independence Day", "CZ", on(time.October, 28), 1},
	{"Republic Day", "TR", on(time.October, 29), 1},
	{"All Saints' Day", "PT ES IT PL FR HU SN", on(time.November, 1), 1},
	{"All Souls' Day", "BR", on(time.November, 2), 1},
	{"Culture Day", "JP", on(time.November, 3), 1},
	{"Armistice Day", "FR", on(time.November, 11), 1},
	{"Independence Day", "PL", on(time.November, 11), 1},
	{"Veterans Day", "US", on(time.November, 11), 1},
	{"Republic Day", "BR", on(time.November, 15), 1},
	{"Freedom and Democracy Day", "CZ", on(time.November, 17), 1},
	{"Revolution Day", "MX", nth(3, time.Monday, time.November), 1},
	{"Independence Day", "LB", on(time.November, 22), 1},
	{"Labour Thanksgiving Day", "JP", on(time.November, 23), 1},
	{"Thanksgiving", "US", nth(4, time.Thursday, time.November), 1},
	{"Restoration of Independence", "PT", on(time.December, 1), 1},
	{"Constitution Day", "ES", on(time.December, 6), 1},
	{"Independence Day", "FI", on(time.December, 6), 1},
	{"Immaculate Conception", "PT ES IT AR", on(time.December, 8), 1},
	{"Day of Reconciliation", "ZA", on(time.December, 16), 1},
	{"Unity Day", "ZW", on(time.December, 22), 1},
	{"Christmas Eve", "SE DK BG HU FI CZ", on(time.December, 24), 1},
	{"Christmas Eve", "DE CH BR", on(time.December, 24), 0.5},
	{"Christmas Day", "PT GB SE ES IN NL IT LB PL NG DE BR SG US FR KR ZA DK MX BG CA CH ZW PK IE AR HU FI SN GH CZ",
		on(time.December, 25), 1},
	{"Second Day of Christmas", "GB SE NL IT PL NG DE ZA DK BG CA CH ZW IE HU FI GH CZ", on(time.December, 26), 1},
	{"New Year's Eve", "DE CH BR", on(time.December, 31), 0.5},
}

func on(month time.Month, day int) func(int) time.Time {
	return func(year int) time.Time { return time.Date(year, month, day, 0, 0, 0, 0, time.UTC) }
}

// last is the n of nth for the last weekday of a month.
const last = 0

// nth returns the n-th weekday of a month.
func nth(n int, weekday time.Weekday, month time.Month) func(int) time.Time {
	return func(year int) time.Time {
		if n == last {
			day := on(month+1, 0)(year)
			return day.AddDate(0, 0, -(int(day.Weekday())-int(weekday)+7)%7)
		}
		day := on(month, 1)(year)
		return day.AddDate(0, 0, (int(weekday)-int(day.Weekday())+7)%7+7*(n-1))
	}
}

// easter returns the day that is so many days after Easter Sunday, by the algorithm of Meeus,
// Jones and Butcher.
func easter(days int) func(int) time.Time {
	return func(year int) time.Time {
		a, b, c := year%19, year/100, year%100
		h := (19*a + b - b/4 - (b-(b+8)/25+1)/3 + 15) % 30
		l := (32 + 2*(b%4) + 2*(c/4) - h - c%4) % 7
		m := h + l - 7*((a+11*h+22*l)/451) + 114
		return time.Date(year, time.Month(m/31), m%31+1+days, 0, 0, 0, 0, time.UTC)
	}
}

// lastHoliday is the last week with holidays, relative to the current week.
const lastHoliday = 52

// holidays returns the holidays of the people's countries from firstWeek to lastHoliday. Weeks
// are relative to the week of monday.
func holidays(monday time.Time) []*pb.Holiday {
	begin, end := monday.AddDate(0, 0, 7*firstWeek), monday.AddDate(0, 0, 7*lastHoliday)
	var list []*pb.Holiday
	for year := begin.Year(); year <= end.Year(); year++ {
		for _, h := range publicHolidays {
			day := h.day(year)
			if day.Before(begin) || !day.Before(end) {
				continue
			}
			for country := range strings.FieldsSeq(h.countries) {
				list = append(list, &pb.Holiday{
					CountryCode: country, Date: protoconv.DateString(day), Name: &h.name, Factor: &h.factor,
				})
			}
		}
	}
	return list
}

// off has the part of the day that a holiday of a country takes, by its date.
func off(holidays []*pb.Holiday, country string) map[string]float64 {
	days := map[string]float64{}
	for _, h := range holidays {
		if h.CountryCode == country {
			days[h.Date] = h.GetFactor()
		}
	}
	return days
}
