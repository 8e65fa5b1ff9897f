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
export const longestSource = 500;
/** What a list or a search is asked for. */
export const longestSearch = 200;
export const longestExternalId = 100;

/** Most items of a page of a list. */
export const largestPage = 200;
/** Whose outcomes are asked for at once: their ids stand in the address. */
export const mostMissionsAtOnce = 100;

/** Of the catalogue, over all tests of a scenario template: it shows them with each position. */
export const mostTagsOfTests = 5000;

/** Of a test, the present one included. */
export const mostRuns = 100;

/** Of a mission: it is read whole. */
export const mostTests = 10_000;
/** Of what a mission copies of templates: names, texts, tags. */
export const largestCopiedText = 64 * 1024 * 1024;

export const largestEvidence = 25_600_000;
export const longestCaption = 2000;

/** Of the place a catalogue is taken from. */
export const longestCatalogueSource = 2000;
export const largestCatalogue = 200 * 1024 * 1024;

export const longestApiToken = 4096;
/** A certificate's SHA-256, as it may be typed. */
export const longestFingerprint = 200;
export const longestOperation = 200;

/** Of an organisation: they are listed whole. */
export const mostTools = 500;
/** Of a tool, among ATT&CK's 109 (version 18.1). */
export const mostDataComponents = 200;

/** Of a test or a simulation: its detail lists them. */
export const mostFacts = 200;
export const mostEvidenceOfFact = 50;
/** That something expected may take: a year, in seconds. */
export const longestDelay = 31_536_000;
/** Named by one expectation. */
export const mostExpectedTools = 50;
/** Of a fact, and of each text of a remediation. */
export const longestNote = 20_000;

/** Of a mission: its board shows them all. */
export const mostRemediations = 1000;
export const mostTestsOfRemediation = 200;
