/** Messages of texts in Markdown. */
export const writing = {
  format: 'Formatting',
  'mark.bold': 'Bold',
  'mark.italic': 'Italic',
  'mark.code': 'Code',
  'mark.heading': 'Heading',
  'mark.subheading': 'Subheading',
  'mark.list': 'List',
  'mark.numbers': 'Numbered list',
  'mark.link': 'Link',
  'mark.table': 'Table',
  with_key: '{label} (Ctrl+{key})',
  picture: 'Insert a picture',
  no_pictures: 'The evidence of this mission has no pictures yet.',
  uploading: 'Uploading the picture',
  no_room: 'The text is too long for the picture.',
  picture_not_shown: 'Picture not shown: it was deleted, or it is not visible here',
} as const;
