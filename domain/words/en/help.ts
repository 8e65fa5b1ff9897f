export const help = {
  the_guide_has_no_such_page: 'Page not found in the guide',
  go_to_its_contents: 'Go to contents',
  neighbouring_pages: 'Previous and next page',
  search_the_guide: 'Search the guide',
  nothing_found: 'Nothing found',
  count_found: '{count} found',
} as const;
