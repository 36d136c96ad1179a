package icalendar

import (
	"regexp"
	"slices"
	"strings"

	ics "github.com/arran4/golang-ical"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
)

// What producers write of days that are not free, in lower case. The names of holidays are not in these lists: which
// ones are free differs between countries.
var (
	// isHoliday is the first line of a description that makes a day a holiday whatever its name is.
	isHoliday = regexp.MustCompile(`^(public|bank|federal|national|official) holiday|^gesetzlicher feiertag|` +
		`^jour férié|^(día )?festivo|^feriado|^officiële feestdag|^święto państwowe`)
	// notFree are observances in names and in the first line of descriptions.
	notFree = regexp.MustCompile(`\bnot an? (public|bank|official|national) holiday|[(\[]observance[)\]]|` +
		`^observance\b|^gedenktag\b|^commemorative day\b`)
	// googleNote is the description of an observance in the calendars of Google, in every language: a word, and then
	// how to hide such days in the settings.
	googleNote = regexp.MustCompile(`^[^\n]{1,80}\n[^\n]*google[^\n]*>`)
	// clocks are changes of the clocks, and days whose names are observed everywhere and free nowhere.
	clocks = regexp.MustCompile(`daylight[ -]saving|\b(british|european) summer time\b|\bsummer time (begins|starts|ends)|` +
		`\bclocks? (change|go )|sommerzeit|winterzeit|zeitumstellung|heure d['’](été|hiver)|changement d['’]heure|` +
		`(hora|horario) de (verano|invierno)|cambio de hora|ora (legale|solare)|horário de (verão|inverno)|` +
		`zomertijd|wintertijd|sommartid|vintertid|sommertid|kesäaika|talviaika|zmiana czasu|letní čas|zimní čas|` +
		`^(st\.? )?valentine['’]?s day$|^halloween$|^april fools?['’]? day$|^groundhog day$|^black friday$|^tax day$`)
	// category is a category of days that are not free.
	category = regexp.MustCompile(`^(observances?|clock changes?/?.*|daylight saving time|seasons?|moon phases?|birthdays?|` +
		`geburtstage?|anniversar(y|ies)|sporting event|united nations (observance|day)|worldwide observance)$`)
	// rest are words that contain a word of workday and mean its contrary.
	rest = regexp.MustCompile(`non[ -]?working|нерабоч|неробоч|неработ|no laborable|非工作日`)
	// workday is a working day in place of another one.
	workday = regexp.MustCompile(`\bwork(ing)? ?(day|saturday|sunday)\b|\bworkday\b|补班|補班|调班|調班|上班|加班|补课|` +
		`[（(\[]班[)）\]]|工作日|munkanap|рабоч(ий|ая) (день|суббота)|робочий день|работен ден|arbeitstag\b|` +
		`jour (ouvré|ouvrable|travaillé)|día laborable|dia útil|dzień (pracujący|roboczy)|pracovní den|zi lucrătoare`)
	// regional is a holiday of a part of a country.
	regional = regexp.MustCompile(`\b(regional|local|provincial|cantonal)( public| bank)? holiday\b|` +
		`regionaler feiertag|\(regional\)|jour férié (local|régional)|festivo (regional|local|autonómico)|` +
		`feriado (estadual|municipal|local|regional)|festa (locale|regionale)|regionale feestdag`)
	// googleRegion is the description of such a holiday in the calendars of Google.
	googleRegion = regexp.MustCompile(`^(public|bank|state) holiday in `)
)

// judge returns why an event is no public holiday of its country, or nil. also are reasons that do not count.
//
// TRANSP and the busy status of Outlook are not asked: most public calendars say that holidays are free time, for their
// readers are not busy. TENTATIVE is a holiday whose date may change.
func (e *event) judge(name string, also []string) *why {
	status, class := e.word("STATUS"), e.word("CLASS")
	if e.cancelled || status == "CANCELLED" || status == "CANCELED" {
		return &why{pb.LeftOutReason_LEFT_OUT_REASON_CANCELLED, "is cancelled"}
	}
	if (class == "PRIVATE" || class == "CONFIDENTIAL") && !slices.Contains(also, "private") {
		return &why{pb.LeftOutReason_LEFT_OUT_REASON_PRIVATE, "is " + strings.ToLower(class)}
	}
	name = strings.ToLower(name)
	p, _ := e.get("DESCRIPTION")
	description := strings.ToLower(strings.TrimSpace(ics.FromText(p.value)))
	about, _, _ := strings.Cut(description, "\n")
	var categories []string
	for _, p := range e.properties {
		if p.name == "CATEGORIES" || p.name == "CATEGORY" {
			for c := range strings.SplitSeq(strings.ToLower(p.value), ",") {
				categories = append(categories, strings.TrimSpace(c))
			}
		}
	}
	named := append([]string{name}, categories...)
	if slices.ContainsFunc(named, func(s string) bool { return workday.MatchString(rest.ReplaceAllString(s, "")) }) {
		return &why{pb.LeftOutReason_LEFT_OUT_REASON_WORKDAY, "is a working day in place of another one"}
	}
	google := strings.Contains(strings.ToLower(e.producer), "google")
	if !slices.Contains(also, "observance") {
		observed := notFree.MatchString(name) || notFree.MatchString(about) ||
			slices.ContainsFunc(categories, category.MatchString) || googleNote.MatchString(description) ||
			clocks.MatchString(name) && !isHoliday.MatchString(about)
		if observed {
			return &why{pb.LeftOutReason_LEFT_OUT_REASON_OBSERVANCE, "is observed but not free"}
		}
	}
	if !slices.Contains(also, "regional") &&
		(slices.ContainsFunc(append(named, about), regional.MatchString) || google && googleRegion.MatchString(about)) {
		return &why{pb.LeftOutReason_LEFT_OUT_REASON_REGIONAL, "is a holiday in a part of the country only"}
	}
	return nil
}
