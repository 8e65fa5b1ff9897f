// Lengths are in UTF-16 units, sizes in bytes.

export const shortestPassword = 12;
export const longestPassword = 256;

export const longestEmail = 254;
/** For a person or a group. */
export const longestDisplayName = 100;
/** For a typed token: the install token, or an invitation's. */
export const longestToken = 200;
/** For a recovery code, as typed. */
export const longestRecoveryCode = 100;
export const longestPasskeyName = 100;
/** Per person. */
export const mostPasskeys = 20;
/** Lifetime of an invitation. */
export const invitationMilliseconds = 7 * 24 * 60 * 60 * 1000;
/** For the token of a program. */
export const longestTokenName = 100;
export const longestTokenDays = 366;
/** Per owner. */
export const mostTokens = 50;
export const longestGroupDescription = 2000;

/** For titles of missions, engagements, simulations and templates. */
export const longestName = 200;
/** For a client, which is also an organisation's name. */
export const longestClient = 200;
/** For commands, outputs, comments and descriptions. */
export const longestText = 200_000;
export const longestTemplateText = 100_000;
/** For a tag or a platform. */
export const longestLabel = 100;
/** Per test, and per template. */
export const mostTags = 100;
/** For hosts, users or operators as recorded by red; the field may contain several. */
export const longestRedDetail = 500;
/** Per mission, and per test, whose detail shows them all. */
export const mostVariables = 100;
export const longestVariableName = 100;
export const longestVariable = 2000;
export const longestSource = 500;
/** Bounds of the query of a list or a search. */
export const longestSearch = 200;
export const longestExternalId = 100;

/** Maximum and default number of items on a page of a list. */
export const largestPage = 200;
export const usualPage = 50;
/** Missions per request for outcomes: their ids are part of the address. */
export const mostMissionsAtOnce = 100;

/** Catalogue tags over all tests of a scenario template, which shows them at each position. */
export const mostTagsOfTests = 5000;

/** Per test, including the current one. */
export const mostRuns = 100;

/** Tests per mission, which is read as a whole. */
export const mostTests = 10_000;
/** Maximum number of tests created from templates or C2 tasks in one request. */
export const mostTestsOfTemplates = 200;
export const mostTestsOfTasks = 50;
/** Planned with a new mission: enough for every technique of a few threats. */
export const mostPlannedTests = 1000;
/** Bytes copied from templates into a mission: names, texts, tags. */
export const largestCopiedText = 64 * 1024 * 1024;

export const largestEvidence = 25_600_000;

/** Bytes of a template for Word. */
export const largestReportTemplate = 10 * 1024 * 1024;
/** Templates per installation: they are listed in full, and every backup contains all of them. */
export const mostReportTemplates = 50;
export const longestCaption = 2000;

/** Bytes of a file imported from another tool. */
export const largestImport = 200 * 1024 * 1024;

/** For the address or path of a catalogue. */
export const longestCatalogueSource = 2000;
export const largestCatalogue = 200 * 1024 * 1024;

export const longestApiToken = 4096;
/** For a certificate's SHA-256, as typed. */
export const longestFingerprint = 200;
export const longestOperation = 200;

/** Tools per organisation, which are listed in full. */
export const mostTools = 500;
/** For an organisation's logo, which the files of its reports contain. */
export const largestLogo = 512 * 1024;
/** Per tool; ATT&CK has 109 (version 18.1). */
export const mostDataComponents = 200;

/** Per test or simulation, whose detail lists them. */
export const mostFacts = 200;
export const mostEvidenceOfFact = 50;
/** Longest time limit of an expectation: a year, in seconds. */
export const longestDelay = 31_536_000;
/** C2 tasks converted to simulations at once: a page of them. */
export const mostTasksAtOnce = 50;
/** Per expectation. */
export const mostExpectedTools = 50;
/** For a note on a fact, and for each text of a remediation. */
export const longestNote = 20_000;
/** For a section of a report. */
export const longestReportText = 20_000;
/** Per mission. */
export const mostReports = 200;
/** For a report in one format. */
export const largestRendering = 512 * 1024 * 1024;
/** For a picture or a text shown in a report. */
export const largestShownFile = 16 * 1024 * 1024;

/** Per mission, whose board shows them all. */
export const mostRemediations = 1000;
export const mostTestsOfRemediation = 200;
/** Per test of an attack path. */
export const mostFollowed = 50;
/** Per scenario template. */
export const mostTemplateEdges = 1000;
/** For following another test: “if the ticket cracks”. */
export const longestCondition = 200;
/** Per list of a finding. */
export const mostPartsOfFinding = 200;
/** Per list of a threat-led penetration test. */
export const mostTlptItems = 200;
/** Highest number of a finding in an imported file. */
export const highestFinding = 100_000;

/** Notifications kept per person; the oldest is dropped. */
export const mostNotifications = 100;
