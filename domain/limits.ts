// Lengths are in UTF-16 units, sizes in bytes.

export const shortestPassword = 12;
export const longestPassword = 256;

export const longestEmail = 254;
/** Of a person or a group. */
export const longestDisplayName = 100;
/** Of a token that is typed in: the install token, an invitation's. */
export const longestToken = 200;
/** Of a recovery code, as it may be typed. */
export const longestRecoveryCode = 100;
export const longestPasskeyName = 100;
/** Of one person. */
export const mostPasskeys = 20;
/** How long an invitation lasts. */
export const invitationMilliseconds = 7 * 24 * 60 * 60 * 1000;
export const longestGroupDescription = 2000;

/** Of what has a title: missions, engagements, simulations, templates. */
export const longestName = 200;
/** Of a client, which is an organisation's name too. */
export const longestClient = 200;
/** Commands, outputs, comments, descriptions. */
export const longestText = 200_000;
export const longestTemplateText = 100_000;
/** Of a tag or a platform. */
export const longestLabel = 100;
/** Of a test, as of a template. */
export const mostTags = 100;
/** Of a host, a user or an operator, as red writes them down: there may be several. */
export const longestRedDetail = 500;
/** Of a mission, and of a test: its detail shows them all. */
export const mostVariables = 100;
export const longestVariableName = 100;
export const longestVariable = 2000;
export const longestSource = 500;
/** Bounds of the query of a list or a search. */
export const longestSearch = 200;
export const longestExternalId = 100;

/** Most items of a page of a list, and how many it has unless asked. */
export const largestPage = 200;
export const usualPage = 50;
/** Whose outcomes are asked for at once: their ids stand in the address. */
export const mostMissionsAtOnce = 100;

/** Of the catalogue, over all tests of a scenario template: it shows them with each position. */
export const mostTagsOfTests = 5000;

/** Of a test, the present one included. */
export const mostRuns = 100;

/** Of a mission: it is read whole. */
export const mostTests = 10_000;
/** Made of templates, or of tasks of a C2 framework, by one request. */
export const mostTestsOfTemplates = 200;
export const mostTestsOfTasks = 50;
/** Planned with a new mission: every technique of a few threats. */
export const mostPlannedTests = 1000;
/** Of what a mission copies of templates: names, texts, tags. */
export const largestCopiedText = 64 * 1024 * 1024;

export const largestEvidence = 25_600_000;

/** Bytes of a template for Word. */
export const largestReportTemplate = 10 * 1024 * 1024;
/** Of an installation: they are listed whole, and every backup has all of them. */
export const mostReportTemplates = 50;
export const longestCaption = 2000;

/** Bytes of a file that comes in from another tool. */
export const largestImport = 200 * 1024 * 1024;

/** Of the place a catalogue is taken from. */
export const longestCatalogueSource = 2000;
export const largestCatalogue = 200 * 1024 * 1024;

export const longestApiToken = 4096;
/** A certificate's SHA-256, as it may be typed. */
export const longestFingerprint = 200;
export const longestOperation = 200;

/** Of an organisation: they are listed whole. */
export const mostTools = 500;
/** Of an organisation's logo, in the files of its reports. */
export const largestLogo = 512 * 1024;
/** Of a tool, among ATT&CK's 109 (version 18.1). */
export const mostDataComponents = 200;

/** Of a test or a simulation: its detail lists them. */
export const mostFacts = 200;
export const mostEvidenceOfFact = 50;
/** That something expected may take: a year, in seconds. */
export const longestDelay = 31_536_000;
/** Of a C2 framework, that simulations are made of at once: a page of them. */
export const mostTasksAtOnce = 50;
/** Named by one expectation. */
export const mostExpectedTools = 50;
/** Of a fact, and of each text of a remediation. */
export const longestNote = 20_000;
/** Of a section of a report. */
export const longestReportText = 20_000;
/** Of a mission. */
export const mostReports = 200;
/** Of a report in one format. */
export const largestRendering = 512 * 1024 * 1024;
/** Of a picture or a text that a report shows. */
export const largestShownFile = 16 * 1024 * 1024;

/** Of a mission: its board shows them all. */
export const mostRemediations = 1000;
export const mostTestsOfRemediation = 200;
/** Of each list of a finding. */
export const mostPartsOfFinding = 200;
/** Of each list of a threat-led penetration test. */
export const mostTlptItems = 200;
/** The highest number that a finding of a file may have. */
export const highestFinding = 100_000;

/** Of what one person is told that others did; the oldest goes. */
export const mostNotifications = 100;
