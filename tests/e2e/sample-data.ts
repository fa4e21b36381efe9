import { type Api, seal } from '../api.ts';
import { DESKTOP_CHROME, type Visitor, visitAs, WECHAT_PHONE } from './visitors.ts';

/** Opens the shared statistics of the second code. */
export const SHARED = { name: 'spring', password: 'spring2026' } as const;

const CODES = [
  {
    name: 'Table card, terrace',
    targets: [
      { url: 'https://example.com/menu/summer?lang=zh', weight: 3, remark: 'Chinese menu' },
      { url: 'https://example.com/menu/summer?lang=en', weight: 1 },
    ],
    rotation_model: 2,
  },
  {
    name: '春季新品海报',
    targets: [
      { url: 'https://shop.example.org/spring', threshold: 500 },
      { url: 'https://shop.example.org/spring-2' },
    ],
    file_name: SHARED.name,
  },
  { name: 'Kadi ya biashara', targets: [{ url: 'https://contact.example.net/asha' }], access_mode: 2 },
  {
    name: 'WeChat group of the neighbourhood, block 12 to 18',
    targets: [{ url: 'https://group.example.com/12' }],
    visit_restriction: 2,
  },
  {
    name: 'Last year’s fair',
    targets: [{ url: 'https://fair.example.com' }],
    expires_at: '2025-01-01T00:00:00Z',
  },
  { name: 'Parcel note', targets: [{ url: 'https://parcel.example.com' }], state: 'off' },
];

const PHONES: readonly Visitor[] = [
  WECHAT_PHONE,
  DESKTOP_CHROME,
  {
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 16_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 AliApp(AP/10.5.30) AlipayClient/10.5.30',
    address: '240e:47d:c20:1627:30a3:ba0d:a5e6:ec19',
  },
  {
    userAgent:
      'Mozilla/5.0 (Linux; Android 9; SM-G960F Build/PPR1) AppleWebKit/537.36 Chrome/90.0 Mobile Safari/537.36',
    address: '41.90.64.10',
  },
  { userAgent: 'curl/8.5.0', address: '185.199.108.153' },
];

/** Six codes of different kinds, one in the bin, and visits from different places and devices. */
export async function makeSampleData(api: Api): Promise<{ firstCode: string }> {
  const made: { id: string; qr_url: string }[] = [];
  for (const code of CODES) {
    const share_password =
      'file_name' in code
        ? await seal(api, SHARED.password, 'qr_code_list', 'add', 'share_password')
        : undefined;
    made.push(
      (
        await api.call<{ id: string; qr_url: string }>('qr_code_list/add', {
          ...code,
          ...(share_password ? { share_password } : {}),
        })
      ).content,
    );
  }
  const binned = await api.call<{ id: string }>('qr_code_list/add', {
    name: 'Wrong address',
    targets: [{ url: 'https://typo.example.com' }],
  });
  await api.call('qr_code_list/update_remove', { id: binned.content.id });
  for (const [index, { qr_url }] of made.entries()) {
    for (let round = 0; round < 12 - 2 * index; round += 1) {
      const phone = PHONES[round % PHONES.length] as Visitor;
      const address = round < PHONES.length ? phone.address : `36.152.${44 + index}.${round}`;
      await visitAs({ ...phone, address }, qr_url);
    }
  }
  await Bun.sleep(2_500);
  return { firstCode: made[0]?.id ?? '' };
}
