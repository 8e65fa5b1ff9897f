import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { type Language, languages } from '../../domain/words/languages.ts';

/** The first language that a request of Express prefers and Damson speaks (`Accept-Language`); English where it asks for none. */
export function findLanguage(request: IncomingMessage): Language {
  const asked = (request as Request).acceptsLanguages(...languages);
  return languages.find((language) => language === asked) ?? 'en';
}
