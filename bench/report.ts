import type { Figure, RowResult, Spread } from './measure.ts';

export function printRow(row: RowResult): void {
  console.log(`${row.row}  (against ${row.baseline})`);
  for (const figure of row.figures) {
    console.log(
      `  ${figure.what}: ${ratio(figure)}, target ${target(figure)} ${figure.met ? 'met' : '** MISSED **'}`,
    );
    console.log(`    ours ${spread(figure.ours)} ${figure.unit}, baseline ${spread(figure.baseline)}`);
  }
  for (const note of row.notes) console.log(`    ${note}`);
}

export function markdownTable(rows: readonly RowResult[]): string {
  const lines = [
    '| what | ours (min – median – max) | baseline | ratio (min – median – max) | target | |',
    '|---|---|---|---|---|---|',
  ];
  for (const row of rows) {
    for (const figure of row.figures) {
      const { what, unit, met } = figure;
      lines.push(
        `| ${what} | ${spread(figure.ours)} ${unit} | ${spread(figure.baseline)} ${unit} | ${ratio(figure)} | ${target(figure)} | ${met ? 'met' : '**MISSED**'} |`,
      );
    }
  }
  return `${lines.join('\n')}\n`;
}

function ratio(figure: Figure): string {
  const { min, median, max } = figure.ratio;
  return `${min.toFixed(2)} – **${median.toFixed(2)}** – ${max.toFixed(2)}`;
}

function target({ target }: Figure): string {
  return 'least' in target ? `≥ ${target.least}` : `≤ ${target.most}`;
}

function spread({ min, median, max }: Spread): string {
  return [min, median, max].map(rounded).join(' – ');
}

function rounded(value: number): string {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits });
}
