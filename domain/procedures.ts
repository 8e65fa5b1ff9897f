/** Returns an empty procedure with a name, the initial form of tests and templates. */
export function blankProcedure(name: string) {
  return {
    name,
    description: null,
    objective: null,
    procedure: null,
    command: null,
    cleanup_command: null,
    expected_detection: null,
    platforms: [],
    opsec: null,
    tags: [],
    catalog_tags: [],
    expectations: [],
    variables: {},
  };
}
