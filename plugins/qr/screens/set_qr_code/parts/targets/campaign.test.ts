import { expect, test } from 'bun:test';
import fc from 'fast-check';
import { type Campaign, readCampaign, withCampaign } from './campaign.ts';

const NONE: Campaign = { source: '', medium: '', campaign: '', term: '', content: '' };

test('what is filled in stands in the address, before its fragment', () => {
  const campaign = { ...NONE, source: 'poster', medium: 'qr', campaign: 'Spring & tea' };
  expect(withCampaign('https://a.example/menu#top', campaign)).toBe(
    'https://a.example/menu?utm_source=poster&utm_medium=qr&utm_campaign=Spring%20%26%20tea#top',
  );
});

test('other parameters stay to the letter, and what stands twice stands once afterwards', () => {
  const address = 'https://a.example/?b=%7e+x&utm_source=old&flag&a[]=1&utm_source=older&utm_id=7&&c=';
  const changed = withCampaign(address, { ...readCampaign(address), source: 'new', term: 'tea' });
  expect(changed).toBe('https://a.example/?b=%7e+x&utm_source=new&flag&a[]=1&utm_id=7&&c=&utm_term=tea');
  expect(withCampaign(changed, NONE)).toBe('https://a.example/?b=%7e+x&flag&a[]=1&utm_id=7&&c=');
  expect(withCampaign('https://a.example/?utm_source=x', NONE)).toBe('https://a.example/');
});

test('whatever is filled in is read as it was, and leads to the same host', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 }).map((value) => value.trim());
  const campaigns = fc.record({ source: text, medium: text, campaign: text, term: text, content: text });
  fc.assert(
    fc.property(
      campaigns,
      fc.webUrl({ withFragments: true, withQueryParameters: true }),
      (campaign, address) => {
        const changed = withCampaign(address, campaign);
        expect(readCampaign(changed)).toEqual(campaign);
        expect(new URL(changed).host).toBe(new URL(address).host);
        expect(new URL(changed).hash).toBe(new URL(address).hash);
      },
    ),
  );
});
