import { IconLink, IconRefresh } from '@arco-design/web-react/icon';
import { ShortCodeVisibility } from '@waypost/contract';
import {
  Button,
  CopyText,
  type Fact,
  Facts,
  Panel,
  type ThingHandle,
  useAction,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import { batchUpdateCall } from '../../../screens/qr_code_list/calls.ts';
import type { CodeRow } from '../../code-row.ts';
import { DomainsDrawer } from '../../hosts/parts/DomainsDrawer.tsx';
import { addressesByStep, HostAddresses } from '../../hosts/parts/HostAddresses.tsx';
import { useDomains } from '../../hosts/parts/use-domains.ts';
import { AddressStatus } from './AddressStatus.tsx';
import styles from './addresses.module.css';
import { RegenerateDrawer } from './RegenerateDrawer.tsx';

const SCHEME = /^https?:\/\//;
const bare = (address: string) => address.replace(SCHEME, '');

/** The addresses of a code: its short link, what a provider has made of it, and whether lists show it. */
export function AddressPanel({ code, page }: { code: CodeRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  const [open, setOpen] = useState<'address' | 'domains'>();
  const domains = useDomains(useMemo(() => [code.id], [code.id]));
  const mayMove = may('qr.code:update') && (domains.hasSome || (domains.isOn && code.domain !== ''));
  const close = () => setOpen(undefined);
  const { run, isRunning } = useAction(batchUpdateCall);
  const isOfProvider = code.provider_name !== '' || code.address_status !== 'own';
  const isHidden = code.visibility === ShortCodeVisibility.hide;
  const turn = async (): Promise<void> => {
    const visibility = isHidden ? ShortCodeVisibility.show : ShortCodeVisibility.hide;
    // A failure has been told by then.
    await run({ ids: [code.id], visibility }).catch(() => undefined);
    page.reload();
  };
  return (
    <Panel title={words('qr.short_code.panel')}>
      <div className={styles.panel}>
        <Facts
          facts={[
            [
              words('qr.code.short_url'),
              <CopyText key="own" value={code.short_url} shown={bare(code.short_url)} isWhole />,
            ],
            ...addressesByStep(code)
              .filter(({ address }) => address !== code.short_url)
              .map(
                ({ step, address }) =>
                  [words(`qr.code.${step}`), <HostAddresses key={step} addresses={[address]} />] as const,
              ),
            ...(code.printed_urls.length === 0
              ? []
              : [
                  [
                    words('qr.domains.printed'),
                    <HostAddresses key="printed" addresses={code.printed_urls} />,
                  ] as const,
                ]),
            ...(isOfProvider ? providerFacts(code, words) : []),
            [words('qr.code.visibility'), words(`qr.code.visibility.${code.visibility}`)],
          ]}
        />
        {code.address_fault ? (
          <p role="status" className={styles.fault}>
            {code.address_fault}
          </p>
        ) : null}
        {domains.isOff && code.domain !== '' ? (
          <p role="status" className={styles.fault}>
            {words('qr.domains.off')}
          </p>
        ) : null}
        <div className={styles.buttons}>
          {mayMove ? (
            <Button icon={<IconLink />} onClick={() => setOpen('domains')}>
              {words('qr.domains.change')}
            </Button>
          ) : null}
          {may('qr.short_code:regenerate') ? (
            <Button icon={<IconRefresh />} onClick={() => setOpen('address')}>
              {words('qr.short_code.regenerate')}
            </Button>
          ) : null}
          {may('qr.code:update') ? (
            <Button isBusy={isRunning} onClick={() => void turn()}>
              {words(isHidden ? 'qr.short_code.show' : 'qr.short_code.hide')}
            </Button>
          ) : null}
        </div>
      </div>
      {open === 'address' ? <RegenerateDrawer code={code} onDone={page.reload} onClose={close} /> : null}
      {open === 'domains' ? <DomainsDrawer codes={[code]} onDone={page.reload} onClose={close} /> : null}
    </Panel>
  );
}

/** Who makes addresses of the code, which one it made last, and whether it could. */
function providerFacts(code: CodeRow, words: ReturnType<typeof useWords>): readonly Fact[] {
  const { address, generation_type, provider_name } = code;
  return [
    [words('qr.code.generation_type'), words(`qr.url_key_platform.generation_type.${generation_type}`)],
    [words('qr.code.provider_name'), provider_name || words('qr.short_code.own')],
    ...(address
      ? [
          [
            words('qr.code.address'),
            <CopyText key="made" value={address} shown={bare(address)} isWhole />,
          ] as const,
        ]
      : []),
    [words('qr.code.address_status'), <AddressStatus key="status" code={code} />],
  ];
}
