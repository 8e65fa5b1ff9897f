/** Returns a procedure in which nothing is written but its name, as tests and templates begin. */
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
