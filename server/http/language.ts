import type { IncomingMessage } from 'node:http';
import type { Request } from 'express';
import { type Language, languages } from '../../domain/words/languages.ts';

/** The first supported language in a request's `Accept-Language`; English when it has none. */
export function findLanguage(request: IncomingMessage): Language {
  const asked = (request as Request).acceptsLanguages(...languages);
  return languages.find((language) => language === asked) ?? 'en';
}
