import { expect, test } from 'bun:test';
import { PALETTE } from '@waypost/contract/constants';
import { colourRules, contrast, steps } from './colour-rules.ts';

const hex = (channels: string | undefined) =>
  `#${(channels ?? '')
    .split(',')
    .map((channel) => Number(channel).toString(16).padStart(2, '0'))
    .join('')}`;

test('there are sixteen colours, none twice', () => {
  expect(new Set(PALETTE).size).toBe(16);
});

test('buttons and links stay readable in each colour and both themes (WCAG 2.2 AA)', () => {
  for (const colour of PALETTE) {
    expect([colour, contrast(colour, '#241a00') >= 4.5]).toEqual([colour, true]);
    const link = hex(steps(colour, false)[8]);
    expect([colour, link, contrast(link, '#fafafa') >= 4.5]).toEqual([colour, link, true]);
    const linkInDark = hex(steps(colour, true)[5]);
    expect([colour, linkInDark, contrast(linkInDark, '#242425') >= 4.5]).toEqual([colour, linkInDark, true]);
  }
});

test('a chosen colour stays when the styles of the theme arrive after it', async () => {
  const chosen = colourRules('#37d4cf')
    .split('}')
    .map((rule) => rule.split('{')[0])
    .filter(Boolean);
  expect(chosen).toEqual([':root body', ':root body[arco-theme="dark"]']);
  for (const file of ['palette.css', 'tokens.css', 'base.css'])
    expect(await Bun.file(`${import.meta.dir}/${file}`).text()).not.toContain(':root');
});
