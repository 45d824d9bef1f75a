/** Texts of the pages of features/jobs in German. */
export const jobsTexts: Readonly<Record<string, string>> = {
  Unarchive: 'Aus dem Archiv holen',
  'Run again': 'Noch einmal ausführen',
  'A user cancelled the job. Run it again when it is needed.':
    'Ein Benutzer hat den Job abgebrochen. Führen Sie ihn noch einmal aus, wenn er gebraucht wird.',
  'Raise the timeout of the workflow, or choose a faster preset in its encode task, then run the job again.':
    'Erhöhen Sie das Zeitlimit des Workflows, oder wählen Sie in seiner Encodier-Aufgabe ein schnelleres Preset; führen Sie den Job dann noch einmal aus.',
  'Run the job again. If it fails again, check the memory of the worker.':
    'Führen Sie den Job noch einmal aus. Schlägt er wieder fehl, prüfen Sie den Speicher des Workers.',
  'Upload another file, or remove the finding from "refuse" in the probe task of the workflow.':
    'Laden Sie eine andere Datei hoch, oder nehmen Sie den Befund aus "refuse" der Prüf-Aufgabe des Workflows.',
  'Check that the file plays on your computer, export it again and upload the new file.':
    'Prüfen Sie, ob die Datei auf Ihrem Rechner abspielt, exportieren Sie sie neu und laden Sie die neue Datei hoch.',
  'Do not use the file. Ask its deliverer for a clean one.':
    'Verwenden Sie die Datei nicht. Bitten Sie den Lieferanten um eine saubere.',
  'Set CLAMD_HOST, or set "required" of the antivirus task to false, then run the job again.':
    'Setzen Sie CLAMD_HOST, oder "required" der Antivirus-Aufgabe auf false; führen Sie den Job dann noch einmal aus.',
  'Start the virus scanner, then run the job again.':
    'Starten Sie den Virenscanner, dann führen Sie den Job noch einmal aus.',
  'Check the storage system and its keys, then run the job again.':
    'Prüfen Sie das Speichersystem und seine Schlüssel, dann führen Sie den Job noch einmal aus.',
  'Free some space, then run the job again.':
    'Schaffen Sie Platz, dann führen Sie den Job noch einmal aus.',
  'Delete unused medias, or change the plan, then run the job again.':
    'Löschen Sie ungenutzte Medien, oder wechseln Sie den Tarif; führen Sie den Job dann noch einmal aus.',
  'Install an encoder on the worker, then run the job again.':
    'Installieren Sie auf dem Worker einen Encoder, dann führen Sie den Job noch einmal aus.',
  'Read the messages of the encoder in the log below. Set another engine in the encode task of the workflow.':
    'Lesen Sie unten im Protokoll, was der Encoder meldet. Stellen Sie in der Encodier-Aufgabe des Workflows eine andere Engine ein.',
  'Check the keys of the bitmovin system with Check Bitmovin, then run the job again.':
    'Prüfen Sie die Schlüssel des Bitmovin-Systems mit „Bitmovin prüfen“, dann führen Sie den Job noch einmal aus.',
  'Create the workflow again, then run the job again.':
    'Legen Sie den Workflow neu an, dann führen Sie den Job noch einmal aus.',
  'Allow the host with EGRESS_ALLOW and have a SuperAdmin grant it to your company, or use a public URL for the file.':
    'Erlauben Sie den Host mit EGRESS_ALLOW und lassen Sie ihn von einem SuperAdmin für Ihr Unternehmen freigeben, oder verwenden Sie für die Datei eine öffentliche URL.',
  'Run the job again. If it fails again, read the log below.':
    'Führen Sie den Job noch einmal aus. Schlägt er wieder fehl, lesen Sie das Protokoll unten.',
  Attempt: 'Versuch',
  Flow: 'Workflow',
  'Job ID': 'Job-ID',
  '{attempt} of {attempts}': '{attempt} von {attempts}',
  'waiting for a worker, {attempts} possible': 'wartet auf einen Worker, {attempts} möglich',
  'never begun': 'nie begonnen',
  Failure: 'Fehler',
  'The job failed without an error message.': 'Der Job schlug ohne Fehlermeldung fehl.',
  Inputs: 'Eingaben',
  'This job has no input media; its settings name what it processes.':
    'Dieser Job hat kein Eingabemedium; seine Einstellungen nennen, was er verarbeitet.',
  Log: 'Protokoll',
  Level: 'Stufe',
  'No log lines yet.': 'Noch keine Protokollzeilen.',
  'No log lines of this level.': 'Keine Protokollzeilen dieser Stufe.',
  'Log lines': 'Protokollzeilen',
  'Job Name': 'Name des Jobs',
  'Settings{copyButton}': 'Einstellungen{copyButton}',
  'Copy settings': 'Einstellungen kopieren',
  'Only those of its workflow.': 'Nur die seines Workflows.',
  'Settings as JSON': 'Einstellungen als JSON',
  'The job ended before its tasks were created.':
    'Der Job endete, bevor seine Aufgaben angelegt waren.',
  'The tasks appear when a worker starts the job.':
    'Die Aufgaben erscheinen, wenn ein Worker den Job beginnt.',
  'not begun': 'nicht begonnen',
  waiting: 'wartet',
  running: 'läuft',
  done: 'fertig',
  failed: 'fehlgeschlagen',
  cancelled: 'abgebrochen',
  info: 'Info',
  warning: 'Warnung',
  error: 'Fehler',
  'The job is being cancelled.': 'Der Job wird abgebrochen.',
  'A new job runs the same work again.': 'Ein neuer Job führt dieselbe Arbeit noch einmal aus.',
  'Error while cancelling: {message}': 'Fehler beim Abbrechen: {message}',
  'Error while starting the job: {message}': 'Fehler beim Starten des Jobs: {message}',
  '“{name}” will be stopped. It ends as failed and leaves no files.':
    '„{name}“ wird angehalten. Er endet als fehlgeschlagen und hinterlässt keine Dateien.',
  'Cancel the job': 'Job abbrechen',
  'Let it run': 'Laufen lassen',
  Progress: 'Fortschritt',
  'Since {time}, show jobs of any time': 'Seit {time}, Jobs aller Zeiten anzeigen',
  'Unfinished jobs, and those that ended at or after this time':
    'Jobs, die noch laufen oder seit dieser Zeit endeten',
  'Since {time}': 'Seit {time}',
  'Background jobs and their results.': 'Hintergrundjobs und ihre Ergebnisse.',
  'No job is unfinished or ended': 'Kein Job läuft oder ist zu Ende',
  'No job is running': 'Kein Job läuft',
  'No job was done': 'Kein Job wurde fertig',
  'No job failed': 'Kein Job schlug fehl',
  'Background work, such as encoding an asset or conditioning an ad, appears here with its progress and result.':
    'Arbeit im Hintergrund, etwa ein Asset zu encodieren oder einen Spot aufzubereiten, erscheint hier mit Fortschritt und Ergebnis.',
  ' since then.': ' seitdem.',
  'Show all jobs': 'Alle Jobs anzeigen',
  'All jobs': 'Alle Jobs',
  '{iconCheck} done{archivedMark}': '{iconCheck} fertig{archivedMark}',
  '{iconAlertTriangle} failed{value}{archivedMark}':
    '{iconAlertTriangle} fehlgeschlagen{value}{archivedMark}',
  'at {share}': 'bei {share}',
  'Progress of {name}': 'Fortschritt von {name}',
  archived: 'archiviert',
  'Actions for {name}': 'Aktionen für {name}',
  'Asset jobs': 'Jobs des Assets',
  'No file of this asset has been conditioned or analysed yet. A job starts automatically after an upload or when an ad is requested.':
    'Noch keine Datei dieses Assets wurde aufbereitet oder analysiert. Ein Job beginnt von selbst nach einem Upload oder wenn ein Spot angefragt wird.',
  deleted: 'gelöscht',
};
