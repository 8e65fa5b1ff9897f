/** Content of an ATT&CK Navigator layer. */
export type Layer = {
  name: string;
  description: string;
  /** ATT&CK version; null when unknown. */
  version: string | null;
  techniques: readonly object[];
  gradient: { colors: readonly string[]; minValue: number; maxValue: number };
  legend: readonly { label: string; color: string }[];
  /** Names and values of its metadata; entries without a value are left out. */
  facts: readonly (readonly [name: string, value: string | null])[];
};

/** Takes the content of a layer, returns it in format 4.5. */
export function toLayer({ name, description, version, techniques, gradient, legend, facts }: Layer) {
  return {
    name: name.toWellFormed(),
    versions: { ...toAttackVersion(version), navigator: '5.1.0', layer: '4.5' },
    domain: 'enterprise-attack',
    description,
    sorting: 0,
    layout: { layout: 'side', showID: true, showName: true, expandedSubtechniques: 'annotated' },
    hideDisabled: false,
    techniques,
    gradient,
    legendItems: legend,
    metadata: facts.flatMap(([label, value]) =>
      value ? [{ name: label, value: value.toWellFormed() }] : [],
    ),
    links: [],
    showTacticRowBackground: false,
    tacticRowBackground: '#dddddd',
    selectTechniquesAcrossTactics: true,
    selectSubtechniquesWithParent: false,
    selectVisibleTechniques: false,
  };
}

/** The Navigator identifies ATT&CK versions by their first number. */
function toAttackVersion(version: string | null): { attack?: string } {
  const major = /^\d+/.exec(version ?? '')?.[0];
  return major === undefined ? {} : { attack: major };
}

export type LayerTechnique = {
  id: string;
  name: string;
  score?: number;
  color?: string;
  comment: string;
  facts: readonly (readonly [name: string, value: string])[];
};

/** Takes a technique, returns its annotation; without a tactic, so that it appears under each of the technique's tactics. */
export function toLayerTechnique({ id, name, facts, comment, ...annotation }: LayerTechnique) {
  return {
    techniqueID: id,
    ...annotation,
    comment: comment.toWellFormed(),
    enabled: true,
    metadata: facts.map(([label, value]) => ({ name: label, value })),
    links: [
      {
        label: `${id} ${name}`.trim(),
        url: `https://attack.mitre.org/techniques/${id.replace('.', '/')}/`,
      },
    ],
    showSubtechniques: id.includes('.'),
  };
}

/** Whether the Navigator accepts an external id as a technique. */
export function isLayerTechnique(externalId: string): boolean {
  return /^T\d{4}(?:\.\d{3})?$/.test(externalId);
}
