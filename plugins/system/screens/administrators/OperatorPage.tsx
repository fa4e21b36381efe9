import { Panel, RowFacts, ThingPage } from '@waypost/host-sdk';
import { PersonState } from '../../people/parts/PersonState.tsx';
import { personTabs } from '../../people/parts/person-tabs.tsx';
import { administratorCalls } from './calls.ts';
import { OperatorVerbs } from './OperatorVerbs.tsx';
import { administrator } from './resource.ts';

const FACTS = [
  'name',
  'role_name',
  'phone',
  'email',
  'superior_account',
  'invitation_code',
  'balance',
  'share_ratio',
  'member_expiry',
  'online_status',
  'online_status_update_time',
  'login_time',
  'login_ip',
  'register_time',
  'register_ip',
  'register_source',
  'must_change_password',
] as const;

/** The page of somebody who runs the platform: what the palette and messages lead to. */
export function OperatorPage() {
  return (
    <ThingPage
      resource={administrator}
      back={{ screen: 'administrators', label: 'menu.administrators' }}
      state={({ disabled }) => <PersonState disabled={disabled} />}
      facts={({ account, name, role_name }) => `${name === account ? '' : `${name} · `}${role_name}`}
      actions={(row, page) => <OperatorVerbs operator={row} page={page} />}
      tabs={[
        {
          name: 'overview',
          title: 'system.person.tab.overview',
          content: (row) => (
            <Panel>
              <RowFacts resource={administrator} row={row} fields={FACTS} isDense />
            </Panel>
          ),
        },
        ...personTabs({ calls: administratorCalls, noun: 'system.administrator' }),
      ]}
    />
  );
}
