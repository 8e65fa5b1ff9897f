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

/** For titles: missions, engagements, simulations, templates. */
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
/** For a host, a user or an operator, as recorded by red: there may be several. */
export const longestRedDetail = 500;
/** Of a mission, and of a test: its detail shows them all. */
export const mostVariables = 100;
export const longestVariableName = 100;
export const longestVariable = 2000;
export const longestSource = 500;
/** Bounds of the query of a list or a search. */
export const longestSearch = 200;
export const longestExternalId = 100;

/** Most items of a page of a list, and the default. */
export const largestPage = 200;
export const usualPage = 50;
/** Missions per request for outcomes: their ids are part of the address. */
export const mostMissionsAtOnce = 100;

/** Catalogue tags over all tests of a scenario template: it shows them at each position. */
export const mostTagsOfTests = 5000;

/** Of a test, the present one included. */
export const mostRuns = 100;

/** Tests of a mission: it is read as a whole. */
export const mostTests = 10_000;
/** Tests made from templates, or C2 tasks, in one request. */
export const mostTestsOfTemplates = 200;
export const mostTestsOfTasks = 50;
/** Planned with a new mission: every technique of a few threats. */
export const mostPlannedTests = 1000;
/** Bytes copied from templates into a mission: names, texts, tags. */
export const largestCopiedText = 64 * 1024 * 1024;

export const largestEvidence = 25_600_000;

/** Bytes of a template for Word. */
export const largestReportTemplate = 10 * 1024 * 1024;
/** Templates of an installation: they are listed in full, and every backup has all of them. */
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

/** Tools of an organisation: they are listed in full. */
export const mostTools = 500;
/** Of an organisation's logo, in the files of its reports. */
export const largestLogo = 512 * 1024;
/** Of a tool, among ATT&CK's 109 (version 18.1). */
export const mostDataComponents = 200;

/** Of a test or a simulation: its detail lists them. */
export const mostFacts = 200;
export const mostEvidenceOfFact = 50;
/** Longest time limit of an expectation: a year, in seconds. */
export const longestDelay = 31_536_000;
/** C2 tasks made into simulations at once: a page of them. */
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

/** Notifications kept per person; the oldest is dropped. */
export const mostNotifications = 100;
