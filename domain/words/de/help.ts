import type { help as english } from '../en/help.ts';
import type { Translated } from '../translate.ts';

export const help: Translated<typeof english> = {
  the_guide_has_no_such_page: 'Seite im Handbuch nicht gefunden',
  go_to_its_contents: 'Zum Inhaltsverzeichnis',
  neighbouring_pages: 'Benachbarte Seiten',
  search_the_guide: 'Handbuch durchsuchen',
  nothing_found: 'Nichts gefunden',
  count_found: '{count} gefunden',
};
