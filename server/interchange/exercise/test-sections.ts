import { testStatuses } from '../../../domain/missions.ts';
import { levelKeys } from '../../../domain/outcomes.ts';
import { opsecLevels } from '../../../domain/templates.ts';
import { mapFields, plainFields } from '../../../domain/test-record.ts';
import type { PlannedTest } from '../plan.ts';
import { readTime } from '../reading/times.ts';
import { find, readExpectations, readFacts, writeExpectations, writeFacts } from './fact-lines.ts';
import { fieldLabels } from './file-words.ts';
import { joinSections, splitSections } from './sections.ts';

/** Fields of a test kept under a heading in another tool's text, since the tool has no field for them. */
type Field = {
  label: string;
  /** Null when there is nothing to keep. */
  write: (test: PlannedTest) => string | null;
  /** Returns false for unknown text. */
  read: (test: PlannedTest, text: string) => boolean;
};

const none = 'none';

function text<Key extends string>(
  label: string,
  of: (test: PlannedTest) => Record<Key, string | null>,
  key: Key,
): Field {
  return {
    label,
    write: (test) => of(test)[key],
    read: (test, value) => {
      of(test)[key] = value;
      return true;
    },
  };
}

function time(label: string, key: 'executed_at' | 'started_at' | 'ended_at' | 'detected_at'): Field {
  return {
    label,
    write: ({ run }) => run[key] ?? none,
    read: ({ run }, value) => {
      const at = readTime(value)?.at ?? null;
      if (at === null && value !== none) return false;
      run[key] = at;
      return true;
    },
  };
}

function word<Key extends string, Word extends string>(
  label: string,
  of: (test: PlannedTest) => Record<Key, Word | null>,
  key: Key,
  words: readonly Word[],
): Field {
  return {
    label,
    write: (test) => of(test)[key] ?? none,
    read: (test, value) => {
      const known = find(words, value);
      if (known === null && value !== none) return false;
      of(test)[key] = known;
      return true;
    },
  };
}

function list(label: string, key: 'platforms' | 'tags' | 'catalog_tags'): Field {
  return {
    label,
    write: (test) => test[key].join('\n') || none,
    read: (test, value) => {
      test[key] = value === none ? [] : value.split(/\r?\n/);
      return true;
    },
  };
}

const ofTest = (test: PlannedTest) => test;
const ofRun = ({ run }: PlannedTest) => run;

const status: Field = {
  label: 'Status',
  write: (test) => test.status,
  read: (test, value) => {
    const known = find(testStatuses, value);
    if (known !== null) test.status = known;
    return known !== null;
  },
};

const expectations: Field = {
  label: 'Expectations',
  write: (test) => writeExpectations(test.expectations) || none,
  read: (test, value) => {
    const known = value === none ? [] : readExpectations(value);
    if (known !== null) test.expectations = known;
    return known !== null;
  },
};

const variables: Field = {
  label: 'Variables',
  write: (test) =>
    Object.entries(test.variables)
      .map(([name, value]) => `${name}=${value}`)
      .join('\n') || null,
  read: (test, value) => {
    const lines = value.split(/\r?\n/).map((line) => /^([A-Za-z0-9_.-]+)=(.*)$/.exec(line));
    if (lines.includes(null)) return false;
    test.variables = Object.fromEntries(lines.map((line) => [line?.[1], line?.[2]]));
    return true;
  },
};

const facts: Field = {
  label: 'Facts',
  write: ({ run }) => writeFacts(run.facts) || none,
  read: ({ run }, value) => {
    const known = value === none ? [] : readFacts(value);
    if (known !== null) run.facts = known;
    return known !== null;
  },
};

/** Files whose names the other tool doesn't accept: the name in the archive, and the original name. */
const fileNames: Field = {
  label: 'File names',
  write: ({ run }) =>
    run.evidence
      .filter(({ member, file_name }) => baseOf(member) !== file_name)
      .map(({ member, file_name }) => `${baseOf(member)}: ${file_name}`)
      .join('\n') || null,
  read: ({ run }, value) => {
    for (const line of value.split(/\r?\n/)) {
      const [, base, name] = /^(\S+): (.+)$/.exec(line) ?? [];
      const file = run.evidence.find(({ member }) => baseOf(member) === base);
      if (file !== undefined && name !== undefined) file.file_name = name;
    }
    return true;
  },
};

function baseOf(member: string): string {
  return member.slice(member.lastIndexOf('/') + 1);
}

const fields = {
  description: text('Description', ofTest, 'description'),
  objective: text('Objective', ofTest, 'objective'),
  procedure: text('Procedure', ofTest, 'procedure'),
  suggestedCommand: text('Suggested command', ofTest, 'command'),
  cleanUp: text('Clean-up', ofTest, 'cleanup_command'),
  expectedDetection: text('Expected detection', ofTest, 'expected_detection'),
  platforms: list('Platforms', 'platforms'),
  noise: word('Noise', ofTest, 'opsec', opsecLevels),
  tags: list('Tags', 'tags'),
  techniques: list('Techniques', 'catalog_tags'),
  expectations,
  variables,
  status,
  ...mapFields(plainFields, {
    text: ({ field }) => text(field === 'command' ? 'Command as run' : fieldLabels[field], ofRun, field),
    line: ({ field }) => text(fieldLabels[field], ofRun, field),
    moment: ({ field }) => time(`${fieldLabels[field]} at`, field),
    attack_result: ({ field, options }) => word('Attack result', ofRun, field, options),
  }),
  facts,
  fileNames,
  level: word('Outcome', ofRun, 'level', levelKeys),
} as const satisfies Record<string, Field>;

export type CarriedField = keyof typeof fields;

/**
 * Takes a text, a test and the same test as read back from the other tool's own fields; returns the text with a heading for each
 * of these fields that would be lost or changed.
 */
export function carry(
  main: string | null,
  test: PlannedTest,
  asRead: PlannedTest,
  carried: readonly CarriedField[],
): string | null {
  const lost = carried
    .map((name) => fields[name])
    .filter((field) => field.write(test) !== field.write(asRead));
  return joinSections(
    main,
    lost.map((field) => [field.label, field.write(test) ?? '']),
    carried.map((name) => fields[name].label),
  );
}

/**
 * Takes a text that `carry` may have made, and a test; puts the sections into the test and returns the rest of the text. Unknown
 * content goes to the test's leftover, as do facts that `agrees` refuses, because they were changed elsewhere.
 */
export function unload(
  whole: string | null,
  test: PlannedTest,
  carried: readonly CarriedField[],
  agrees: (facts: PlannedTest['run']['facts']) => boolean = () => true,
): string | null {
  const known = new Map(carried.map((name) => [fields[name].label as string, fields[name] as Field]));
  const { main, sections } = splitSections(whole, [...known.keys()]);
  for (const [label, value] of sections) {
    const before = test.run.facts;
    const isTaken = known.get(label)?.read(test, value) === true;
    const isOfOthers = isTaken && test.run.facts !== before && !agrees(test.run.facts);
    if (isOfOthers) test.run.facts = before;
    if (!isTaken || isOfOthers) test.leftover.push(`${label}: ${value}`);
  }
  return main;
}
