package capacity

import (
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/csv"
)

// typePrefix is before the name of a type of time off in the name of its column, which is then never that of a series.
const typePrefix = "timeOff: "

// AppendCSV appends a GetCapacityResponse as CSV (RFC 4180): a line with the names of the
// columns, and then one for each item and bucket. The figures are those of the JSON form, null
// is an empty cell. The columns splitId and splitName are there if the hours are split, and those of types of time off
// if the request asks for them.
func AppendCSV(b []byte, response proto.Message) []byte {
	c := response.(*pb.GetCapacityResponse).GetData()
	b = append(b, "id,name,"...)
	if c.SplitBy != nil {
		b = append(b, "splitId,splitName,"...)
	}
	b = append(b, "bucket"...)
	for _, series := range c.Series {
		b = append(append(b, ','), series...)
	}
	types := c.Total.GetTimeOffByType().GetItems() // the total has all
	for _, kind := range types {
		b = csv.AppendText(append(b, ','), typePrefix+kind.Name)
	}
	b = append(b, ",utilization\r\n"...)
	var about []byte // the cells before the bucket
	for _, item := range c.Items {
		hoursOf := map[string][]float64{}
		for _, kind := range item.TimeOffByType.GetItems() {
			hoursOf[kind.Id] = kind.Hours
		}
		about = append(append(about[:0], item.GetId()...), ',')
		about = append(csv.AppendText(about, item.GetName()), ',')
		if c.SplitBy != nil {
			about = append(append(about, item.Split.Id...), ',')
			about = append(csv.AppendText(about, item.Split.Name), ',')
		}
		for i, bucket := range c.Buckets {
			b = append(append(b, about...), bucket...)
			for _, values := range item.Values {
				b = csv.AppendNumber(append(b, ','), values.Hours[i])
			}
			for _, kind := range types {
				hours := 0.0
				if of := hoursOf[kind.Id]; of != nil {
					hours = of[i]
				}
				b = csv.AppendNumber(append(b, ','), hours)
			}
			b = append(csv.AppendNumber(append(b, ','), item.Utilization[i]), "\r\n"...)
		}
	}
	return b
}
