import { Alert } from '@arco-design/web-react';
import {
  ResourceForm,
  type ThingHandle,
  ThingPage,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import { ForwardList } from '../../forward/parts/ForwardList.tsx';
import { domainResource } from '../resource.ts';
import type { DomainRow } from '../row.ts';
import { CodesTab } from './CodesTab.tsx';
import { DomainState } from './DomainState.tsx';
import { DomainVerbs } from './DomainVerbs.tsx';
import styles from './domain.module.css';
import { ProofTab } from './ProofTab.tsx';

const SECTIONS = [{ fields: ['type'] }];
/** Milliseconds between looks at what was found meanwhile: proved, led here, a certificate. */
const LOOK_EVERY = 10_000;

/** The page of a domain: how it is proved and whether it works, what stands on it, what it is for. */
export function DomainPage() {
  return (
    <ThingPage
      resource={domainResource}
      back={{ screen: 'domain_list', label: 'menu.domain_list' }}
      state={(domain) => <DomainState domain={domain} />}
      refetchEvery={({ ended_time }) => (ended_time === null ? LOOK_EVERY : false)}
      facts={(domain) => <Line domain={domain} />}
      actions={(domain, page) => <DomainVerbs domain={domain} page={page} />}
      notice={(domain) => <Notice domain={domain} />}
      tabs={[
        {
          name: 'proof',
          title: 'domain.tab.proof',
          content: (domain, page) => <ProofTab domain={domain} page={page} />,
        },
        {
          name: 'codes',
          title: 'domain.tab.codes',
          content: (domain) => <CodesTab domain={domain} />,
        },
        {
          name: 'forwards',
          title: 'domain.tab.forwards',
          permission: 'domain.forward:read',
          content: (domain) => <ForwardList domain={domain.id} />,
        },
        {
          name: 'settings',
          title: 'domain.tab.settings',
          permission: 'domain.domain:update',
          content: (domain, page) => <SettingsTab domain={domain} page={page} />,
        },
      ]}
    />
  );
}

/** What a domain is for; where that is not the reader's to say, why. */
function SettingsTab({ domain, page }: { domain: DomainRow; page: ThingHandle }) {
  const words = useWords();
  const may = usePermission();
  if (domain.ended_time !== null) return <p>{words('domain.over')}</p>;
  if (domain.is_platform && !may('domain.platform:add')) return <p>{words('domain.lent.settings')}</p>;
  return (
    <div className={styles.form}>
      <ResourceForm
        key={domain.version}
        resource={domainResource}
        mode="edit"
        row={domain}
        sections={SECTIONS}
        onSaved={page.reload}
      />
    </div>
  );
}

/** What tells it from others, in a line. */
function Line({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const may = usePermission();
  const { name, shown, type, is_platform, is_spare } = domain;
  // Whoever sees their own alone knows whose it is.
  const account = may('domain.domain:read_all') ? domain.owner_account : '';
  const whose = is_platform ? words('domain.domain.of.platform') : '';
  return (
    <span>
      {[
        name === shown ? '' : name,
        words(`domain.domain.type.${type}`),
        whose,
        is_spare ? words('domain.domain.is_spare') : '',
        account,
      ]
        .filter((text) => text !== '')
        .join(' · ')}
    </span>
  );
}

/** What has to be known of it first. */
function Notice({ domain }: { domain: DomainRow }) {
  const words = useWords();
  const format = useFormat();
  const { state, lost_time, ended_time, shown: name } = domain;
  if (state === 'lost')
    return (
      <Alert
        type="error"
        content={words('domain.lost.text', { name, time: format.exact(lost_time ?? '') })}
      />
    );
  if (ended_time !== null)
    return (
      <Alert type="info" content={words(`domain.ended.${state}`, { name, time: format.exact(ended_time) })} />
    );
  return null;
}
