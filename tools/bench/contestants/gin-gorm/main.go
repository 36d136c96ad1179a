// Command gin-gorm is a typical service with Gin and GORM: the lists, the upsert and the PATCH
// that the benchmark compares. It has a handler for each route, a model for each table, a pool of
// 16 connections and prepared statements. The key of a request is looked up in the database. There
// are no quotas, no events and no checks of rights.
package main

import (
	"crypto/sha256"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
	"gorm.io/gorm/logger"
)

const dateFormat = "2006-01-02"

// Key is an API key.
type Key struct {
	SecretHash     []byte `gorm:"primaryKey"`
	OrganizationID string
}

// TableName implements schema.Tabler.
func (Key) TableName() string { return "contestant_keys" }

// Assignment is a row of planned hours.
type Assignment struct {
	OrganizationID string `gorm:"type:uuid"`
	ID             string `gorm:"type:uuid"`
	Version        int64
	CreatedAt      time.Time
	UpdatedAt      time.Time
	UserID         string  `gorm:"type:uuid"`
	ProjectID      string  `gorm:"type:uuid"`
	CapabilityID   *string `gorm:"type:uuid"`
	Date           time.Time
	Hours          float64
}

// Client is a client. Only its website changes here.
type Client struct {
	OrganizationID string
	ID             string
	Version        int64
	CreatedAt      time.Time
	UpdatedAt      time.Time
	CompanyName    string
	Website        *string
}

// AssignmentJSON is an assignment in a response.
type AssignmentJSON struct {
	ID           string    `json:"id"`
	UserID       string    `json:"userId"`
	ProjectID    string    `json:"projectId"`
	CapabilityID *string   `json:"capabilityId"`
	Date         string    `json:"date"`
	Hours        float64   `json:"hours"`
	Version      int64     `json:"version"`
	CreatedAt    time.Time `json:"createdAt"`
	UpdatedAt    time.Time `json:"updatedAt"`
}

func toJSON(rows []Assignment) []AssignmentJSON {
	list := make([]AssignmentJSON, len(rows))
	for i := range rows {
		r := &rows[i]
		list[i] = AssignmentJSON{
			r.ID, r.UserID, r.ProjectID, r.CapabilityID, r.Date.Format(dateFormat), r.Hours,
			r.Version, r.CreatedAt, r.UpdatedAt,
		}
	}
	return list
}

// Page is the page of a list.
type Page struct {
	Items   []AssignmentJSON `json:"items"`
	Limit   int              `json:"limit"`
	Offset  int              `json:"offset"`
	HasMore bool             `json:"hasMore"`
}

// ListQuery is the query of a list.
type ListQuery struct {
	Limit     int     `form:"limit" binding:"min=1,max=200"`
	Offset    int     `form:"offset" binding:"min=0"`
	UserID    *string `form:"user_id" binding:"omitempty,uuid"`
	ProjectID *string `form:"project_id" binding:"omitempty,uuid"`
	StartDate *string `form:"start_date" binding:"omitempty,datetime=2006-01-02"`
	EndDate   *string `form:"end_date" binding:"omitempty,datetime=2006-01-02"`
}

// Batch is the body of an upsert.
type Batch struct {
	Items []struct {
		UserID       string   `json:"userId" binding:"uuid"`
		ProjectID    string   `json:"projectId" binding:"uuid"`
		CapabilityID *string  `json:"capabilityId" binding:"omitempty,uuid"`
		Date         string   `json:"date" binding:"datetime=2006-01-02"`
		Hours        *float64 `json:"hours" binding:"required,min=0,max=24"`
	} `json:"items" binding:"required,min=1,max=5000,dive"`
}

type server struct{ db *gorm.DB }

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	db, err := gorm.Open(postgres.Open(os.Getenv("DATABASE_URL")), &gorm.Config{
		PrepareStmt: true, SkipDefaultTransaction: true, Logger: logger.Discard,
	})
	if err != nil {
		return err
	}
	pool, err := db.DB()
	if err != nil {
		return err
	}
	pool.SetMaxOpenConns(16)
	pool.SetMaxIdleConns(16)
	s := &server{db}
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.Use(gin.Recovery())
	router.GET("/readyz", func(c *gin.Context) { c.Status(http.StatusOK) })
	api := router.Group("/api/v1", s.authenticate)
	api.GET("/assignments", s.list)
	api.POST("/assignments", s.upsert)
	api.PATCH("/clients/:id", s.patch)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	slog.New(slog.NewJSONHandler(os.Stderr, nil)).Info("listening", "http", listener.Addr().String())
	return http.Serve(listener, router)
}

func fail(c *gin.Context, status int, err error) {
	c.AbortWithStatusJSON(status, gin.H{"error": err.Error()})
}

// authenticate looks up the key.
func (s *server) authenticate(c *gin.Context) {
	secret, ok := strings.CutPrefix(c.GetHeader("Authorization"), "Bearer ")
	hash := sha256.Sum256([]byte(secret))
	var key Key
	err := s.db.WithContext(c.Request.Context()).Where("secret_hash = ?", hash[:]).Take(&key).Error
	switch {
	case !ok || errors.Is(err, gorm.ErrRecordNotFound):
		fail(c, http.StatusUnauthorized, errors.New("the key is unknown"))
	case err != nil:
		fail(c, http.StatusInternalServerError, err)
	default:
		c.Set("organization", key.OrganizationID)
	}
}

func (s *server) list(c *gin.Context) {
	q := ListQuery{Limit: 50}
	if err := c.ShouldBindQuery(&q); err != nil {
		fail(c, http.StatusBadRequest, err)
		return
	}
	db := s.db.WithContext(c.Request.Context()).Where("organization_id = ?", c.GetString("organization"))
	for _, filter := range []struct {
		condition string
		value     *string
	}{{"user_id = ?", q.UserID}, {"project_id = ?", q.ProjectID}, {"date >= ?", q.StartDate},
		{"date <= ?", q.EndDate}} {
		if filter.value != nil {
			db = db.Where(filter.condition, *filter.value)
		}
	}
	var rows []Assignment
	if err := db.Order("date, user_id, project_id, capability_id NULLS FIRST").Limit(q.Limit + 1).Offset(q.Offset).
		Find(&rows).Error; err != nil {
		fail(c, http.StatusInternalServerError, err)
		return
	}
	more := len(rows) > q.Limit
	c.JSON(http.StatusOK, gin.H{"data": Page{toJSON(rows[:min(len(rows), q.Limit)]), q.Limit, q.Offset, more}})
}

// chunk is the number of rows of a statement. PostgreSQL allows 65,535 parameters.
const chunk = 1000

func (s *server) upsert(c *gin.Context) {
	var batch Batch
	if err := c.ShouldBindJSON(&batch); err != nil {
		fail(c, http.StatusBadRequest, err)
		return
	}
	now := time.Now().UTC()
	rows := make([]Assignment, len(batch.Items))
	for i, item := range batch.Items {
		date, err := time.Parse(dateFormat, item.Date)
		if err != nil {
			fail(c, http.StatusBadRequest, err)
			return
		}
		rows[i] = Assignment{
			OrganizationID: c.GetString("organization"), ID: uuid.Must(uuid.NewV7()).String(), Version: 1,
			CreatedAt: now, UpdatedAt: now, UserID: item.UserID, ProjectID: item.ProjectID,
			CapabilityID: item.CapabilityID,
			Date:         date, Hours: *item.Hours,
		}
	}
	conflict := clause.OnConflict{
		Columns: []clause.Column{{Name: "organization_id"}, {Name: "user_id"}, {Name: "project_id"},
			{Name: "capability_id"}, {Name: "date"}},
		DoUpdates: clause.Assignments(map[string]any{
			"hours": gorm.Expr("excluded.hours"), "updated_at": gorm.Expr("excluded.updated_at"),
			"version": gorm.Expr("assignments.version + 1"),
		}),
	}
	write := func(db *gorm.DB) error {
		return db.Clauses(conflict, clause.Returning{}).CreateInBatches(&rows, chunk).Error
	}
	db := s.db.WithContext(c.Request.Context())
	err := error(nil)
	if len(rows) > chunk {
		err = db.Transaction(write)
	} else {
		err = write(db)
	}
	if err != nil {
		fail(c, http.StatusInternalServerError, err)
		return
	}
	c.JSON(http.StatusOK, gin.H{"data": toJSON(rows)})
}

func (s *server) patch(c *gin.Context) {
	var change struct {
		Website *string `json:"website" binding:"omitempty,max=2048"`
	}
	if err := c.ShouldBindJSON(&change); err != nil {
		fail(c, http.StatusBadRequest, err)
		return
	}
	var client Client
	result := s.db.WithContext(c.Request.Context()).Model(&client).Clauses(clause.Returning{}).
		Where("organization_id = ? AND id = ?", c.GetString("organization"), c.Param("id")).
		Updates(map[string]any{
			"website": change.Website, "version": gorm.Expr("version + 1"), "updated_at": time.Now().UTC(),
		})
	switch {
	case result.Error != nil:
		fail(c, http.StatusInternalServerError, result.Error)
	case result.RowsAffected == 0:
		fail(c, http.StatusNotFound, errors.New("the client does not exist"))
	default:
		c.JSON(http.StatusOK, gin.H{"data": gin.H{
			"id": client.ID, "companyName": client.CompanyName, "website": client.Website, "version": client.Version,
			"createdAt": client.CreatedAt, "updatedAt": client.UpdatedAt,
		}})
	}
}
