import { Select } from '@arco-design/web-react';
import {
  type ControlComponent,
  type ControlProps,
  controlAttributes,
  useCall,
  useQuietBox,
  useWords,
} from '@waypost/host-sdk';
import { createContext, useContext, useEffect, useState } from 'react';
import { USABLE_DOMAINS_MOST, usableDomainsCall } from '../calls.ts';
import { type HostStep, STEP_TYPES } from '../values.ts';
import styles from './hosts.module.css';

/** Milliseconds of quiet typing before domains are looked for. */
const TYPING_PAUSE_MS = 250;

/** Codes whose owners' domains are meant; without any the reader's own. */
export const CodesOfDomains = createContext<readonly string[] | undefined>(undefined);

type StepProps = ControlProps<string>;

/** The controls of the three steps. */
export const DOMAIN_CONTROLS: Readonly<Record<HostStep, ControlComponent>> = {
  short_domain: (props: StepProps) => <DomainControl {...props} step="short_domain" />,
  entry_domain: (props: StepProps) => <DomainControl {...props} step="entry_domain" />,
  landing_domain: (props: StepProps) => <DomainControl {...props} step="landing_domain" />,
};

/** Chooses a domain that the owner may use: searched on the server, those that work first. Taken back, the step is skipped. */
export function DomainControl({ step, ...control }: StepProps & { step: HostStep }) {
  const words = useWords();
  const ids = useContext(CodesOfDomains);
  const [typed, setTyped] = useState('');
  const search = usePaused(typed.trim().toLowerCase());
  const whose = { type: STEP_TYPES[step], ...(ids === undefined ? {} : { ids: [...ids] }) };
  const found = useCall(usableDomainsCall, { ...whose, ...(search === '' ? {} : { search }) }).data;
  const value = control.value ?? '';
  const isListed = found?.domains.some(({ host }) => host === value) === true;
  const asked = useCall(
    usableDomainsCall,
    { ...whose, search: value },
    { enabled: value !== '' && !isListed },
  );
  const isLost =
    value !== '' && !isListed && asked.data?.domains.every(({ host }) => host !== value) === true;
  const select = useQuietBox();
  return (
    <>
      <Select
        ref={select}
        {...controlAttributes(control)}
        error={control.hasError}
        showSearch
        allowClear
        filterOption={false}
        placeholder={control.placeholder ?? words('qr.domains.none')}
        {...(value === '' ? {} : { value })}
        renderFormat={(_option, host) => nameOf(found?.domains, String(host))}
        notFoundContent={
          <div className={styles.more}>
            {words(
              found === undefined ? 'state.loading' : search === '' ? 'qr.domains.empty' : 'list.no_match',
            )}
          </div>
        }
        dropdownRender={(menu) => (
          <>
            {menu}
            {found?.has_more ? (
              <div className={styles.more}>{words('qr.domains.more', { count: USABLE_DOMAINS_MOST })}</div>
            ) : null}
          </>
        )}
        onSearch={setTyped}
        onVisibleChange={(isShown) => {
          if (!isShown) setTyped('');
        }}
        onChange={(next: string | undefined) => control.onChange(next ?? '')}
        onBlur={control.onBlur}
      >
        {(found?.domains ?? []).map(({ host, shown, is_platform, is_working }) => (
          <Select.Option key={host} value={host}>
            <span className={styles.choice}>
              <span>{shown}</span>
              {is_working && !is_platform ? null : (
                <span className={styles.side}>
                  {words(is_working ? 'qr.domains.platform' : 'qr.domains.not_working')}
                </span>
              )}
            </span>
          </Select.Option>
        ))}
      </Select>
      {isLost ? (
        <p className={`${styles.note} ${styles.warning}`} role="status">
          {words('qr.domains.lost', { domain: value })}
        </p>
      ) : null}
    </>
  );
}

const nameOf = (domains: readonly { host: string; shown: string }[] | undefined, host: string): string =>
  domains?.find((domain) => domain.host === host)?.shown ?? host;

function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
