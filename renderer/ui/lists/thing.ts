/** What a list, a selection or a refusal is of: keys of messages end with it. */
export type Thing = 'mission' | 'engagement' | 'user' | 'test' | 'test_template' | 'scenario' | 'threat';
