/** A file of two tests, the second with the same identifier as the first. */
export const atomic = `attack_technique: T1033
display_name: System Owner/User Discovery
atomic_tests:
- name: Ask who is signed in at the pier
  auto_generated_guid: 7c1d3c3e-66c8-4c2d-9a55-0f0a6f0d9b01
  description: Asks Windows.
  supported_platforms:
  - windows
  executor:
    name: command_prompt
    command: query user /server:#{host}
  input_arguments:
    host:
      description: Where
      type: string
      default: pier-1
- name: Ask a second time
  auto_generated_guid: 7c1d3c3e-66c8-4c2d-9a55-0f0a6f0d9b01
  description: It has the identifier of the other.
`;
