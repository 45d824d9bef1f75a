/** Texts of the pages of features/flows in German. */
export const flowsTexts: Readonly<Record<string, string>> = {
  '1 task': '1 Aufgabe',
  '{count} tasks': '{count} Aufgaben',
  'Save the workflow': 'Workflow speichern',
  'Task templates': 'Aufgabenvorlagen',
  'Tasks in the order in which they run, as a JSON array. Ctrl+Space shows suggestions.':
    'Aufgaben in der Reihenfolge ihrer Ausführung, als JSON-Array. Strg+Leertaste zeigt Vorschläge.',
  'Attempts per job until it fails.': 'Versuche je Job, bis er fehlschlägt.',
  'Timeout (minutes)': 'Zeitlimit (Minuten)',
  'Per attempt.': 'Je Versuch.',
  'Add task': 'Aufgabe hinzufügen',
  'The tasks of a job, with its attempts and timeout.':
    'Die Aufgaben eines Jobs, mit Versuchen und Zeitlimit.',
  'A workflow is the list of tasks that a job goes through, such as encoding an ad.':
    'Ein Workflow ist die Liste der Aufgaben, die ein Job durchläuft, etwa um einen Spot zu encodieren.',
  'Add Workflow': 'Workflow hinzufügen',
  'Starts as a copy of the workflow that conditions ads. Remove the tasks that you do not need.':
    'Beginnt als Kopie des Workflows, der Spots aufbereitet. Entfernen Sie die Aufgaben, die Sie nicht brauchen.',
  'All workflows': 'Alle Workflows',
  ' The platform starts jobs by this workflow; without it they fail.':
    ' Die Plattform beginnt Jobs mit diesem Workflow; ohne ihn schlagen sie fehl.',
  '“{name}” will be deleted.{warning} {text}': '„{name}“ wird gelöscht.{warning} {text}',
  'value must be between {min} and {max}': 'Der Wert muss zwischen {min} und {max} liegen',
  'true or false': 'true oder false',
  '{minimum} to {maximum}': '{minimum} bis {maximum}',
  list: 'Liste',
  choice: 'Auswahl',
  text: 'Text',
  required: 'erforderlich',
  'Type of the task.': 'Typ der Aufgabe.',
  optional: 'optional',
  'Shown instead of the label of the task.': 'Wird statt der Bezeichnung der Aufgabe angezeigt.',
  'Settings of the task; missing ones have their defaults.':
    'Einstellungen der Aufgabe; fehlende haben ihren Standardwert.',
  'Needs {needs} of earlier tasks.': 'Braucht {needs} aus früheren Aufgaben.',
  ' and ': ' und ',
  'Default {value}': 'Standard {value}',
  'A workflow has at most {count} tasks, each once; this list has {count2}.':
    'Ein Workflow hat höchstens {count} Aufgaben, jede einmal; diese Liste hat {count2}.',
  'This task has no setting': 'Diese Aufgabe hat keine Einstellung',
  'A task has no': 'Eine Aufgabe hat kein',
  'Catalogue of tasks': 'Katalog der Aufgaben',
  'Needs {needs} · gives {gives}': 'Braucht {needs} · liefert {gives}',
  nothing: 'nichts',
  '· default {text}': '· Standard {text}',
};
