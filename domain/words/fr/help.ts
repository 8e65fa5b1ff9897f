import type { help as english } from '../en/help.ts';
import type { Translated } from '../translate.ts';

export const help: Translated<typeof english> = {
  the_guide_has_no_such_page: 'Page introuvable dans le guide',
  go_to_its_contents: 'Aller au sommaire',
  neighbouring_pages: 'Pages voisines',
  search_the_guide: 'Rechercher dans le guide',
  nothing_found: 'Aucun résultat',
  count_found: '{count} trouvés',
};
