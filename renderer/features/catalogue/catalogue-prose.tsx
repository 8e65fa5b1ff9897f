import { Anchor, Code, Stack, Text } from '@mantine/core';
import { Link } from 'react-router';
import { toVisibleText } from '../../../domain/visible-text.ts';
import { rich } from '../../rich.ts';
import { parseParagraphs } from './prose.ts';

/** The description of an ATT&CK entry, or how to get it. */
export function CatalogueProse({ text }: { text: string | null }) {
  if (!text) {
    return (
      <Text size="sm" c="dimmed">
        {rich('catalogue.the_bundled_catalogue_has_no_prose', {
          link: (parts) => (
            <Anchor component={Link} to="/catalogue/status" inherit underline="always">
              {parts}
            </Anchor>
          ),
        })}
      </Text>
    );
  }
  return (
    <Stack gap="xs">
      {parseParagraphs(text).map((pieces, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs of a fixed text
        <Text key={index} size="sm" style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
          {pieces.map((piece, at) =>
            // biome-ignore lint/suspicious/noArrayIndexKey: pieces of a fixed text
            piece.isCode ? <Code key={at}>{toVisibleText(piece.text)}</Code> : toVisibleText(piece.text),
          )}
        </Text>
      ))}
    </Stack>
  );
}
