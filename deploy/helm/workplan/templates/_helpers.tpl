{{- define "workplan.name" -}}
{{- if contains "workplan" .Release.Name }}{{ .Release.Name | trunc 52 | trimSuffix "-" }}{{ else }}{{ printf "%s-workplan" (.Release.Name | trunc 43) }}{{ end }}
{{- end }}

{{- define "workplan.selector" -}}
app.kubernetes.io/name: workplan
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "workplan.labels" -}}
{{ include "workplan.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "workplan.image" -}}
{{ .Values.image.repository }}{{ if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ .Values.image.tag | default .Chart.AppVersion }}{{ end }}
{{- end }}

{{- define "workplan.container" -}}
image: {{ include "workplan.image" . }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
resources: {{- toYaml .Values.resources | nindent 2 }}
{{- end }}
