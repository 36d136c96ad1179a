package money

import (
	"google.golang.org/protobuf/proto"

	pb "github.com/workplan-api/workplan/gen/go/workplan/v1"
	"github.com/workplan-api/workplan/internal/csv"
)

// AppendCSV appends a GetMoneyResponse as CSV (RFC 4180): a line with the names of the columns, and then one for each
// item and bucket. The figures are those of the JSON form, null is an empty cell.
func AppendCSV(b []byte, response proto.Message) []byte {
	m := response.(*pb.GetMoneyResponse).GetData()
	b = append(b, "id,name,currency,bucket"...)
	for _, series := range m.Series {
		b = append(append(b, ','), series...)
	}
	b = append(b, "\r\n"...)
	for _, item := range m.Items {
		for i, bucket := range m.Buckets {
			b = append(append(b, item.GetId()...), ',')
			b = append(csv.AppendText(b, item.GetName()), ',')
			b = append(append(append(b, item.Currency...), ','), bucket...)
			for _, values := range item.Values {
				b = csv.AppendNumber(append(b, ','), values.Figures[i])
			}
			b = append(b, "\r\n"...)
		}
	}
	return b
}
