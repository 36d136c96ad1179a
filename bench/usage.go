package main

import "time"

// usage is what the machine and the processes of the benchmark have used so far.
type usage struct {
	at time.Time
	// server is the process that answers, client this one, postgres the whole
	// cluster and backends its connections alone. machine is all processes there are.
	server, client, postgres, backends, machine time.Duration
}

// processes are those whose usage counts.
type processes struct {
	server     int // 0 for this one
	postmaster int
}

// observe reads the usage. Where the system does not tell, it is zero.
func (p processes) observe() (usage, error) {
	u := usage{at: time.Now()}
	if !measurable {
		return u, nil
	}
	var err error
	if u.client, err = cpuOfSelf(); err != nil {
		return u, err
	}
	if u.server = u.client; p.server != 0 {
		if u.server, err = cpuOf(p.server); err != nil {
			return u, err
		}
	}
	if u.postgres, u.backends, err = cpuOfPostgres(p.postmaster); err != nil {
		return u, err
	}
	u.machine, err = cpuOfMachine()
	return u, err
}

// since is what was used after another observation.
func (u usage) since(before usage) usage {
	return usage{
		at: u.at, server: u.server - before.server, client: u.client - before.client, postgres: u.postgres - before.postgres,
		backends: u.backends - before.backends, machine: u.machine - before.machine,
	}
}

// others is what processes outside of the benchmark used of the machine. ours are the
// processes of all arms.
func (u usage) others(elapsed time.Duration, processors int, server int) float64 {
	ours := u.client + u.postgres
	if server != 0 {
		ours += u.server
	}
	return max(0, (u.machine-ours).Seconds()/elapsed.Seconds()/float64(processors))
}
