package main

import "github.com/workplan-api/workplan/tools/internal/testbed"

// The names of package testbed that most rows use.
type (
	client   = testbed.Client
	response = testbed.Response
	proxy    = testbed.Proxy
)

var (
	newClient  = testbed.NewClient
	dialGRPC   = testbed.DialGRPC
	newProxy   = testbed.NewProxy
	newProxyTo = testbed.NewProxyTo
	want       = testbed.Want
)
