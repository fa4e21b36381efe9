import { YesNo } from '@waypost/contract';
import { RowFacts, Tag, ThingPage, useWords } from '@waypost/host-sdk';
import { PersonAccess } from '../../people/parts/PersonAccess.tsx';
import { PersonHistory } from '../../people/parts/PersonHistory.tsx';
import { PersonMoney } from '../../people/parts/PersonMoney.tsx';
import { administratorCalls } from './calls.ts';
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
  const words = useWords();
  return (
    <ThingPage
      resource={administrator}
      back={{ screen: 'administrators', label: 'menu.administrators' }}
      state={({ disabled }) => (
        <Tag tone={disabled === YesNo.yes ? 'bad' : 'good'}>{words(`system.user.state.${disabled}`)}</Tag>
      )}
      facts={({ role_name }) => role_name}
      tabs={[
        {
          name: 'overview',
          title: 'system.person.tab.overview',
          content: (row) => <RowFacts resource={administrator} row={row} fields={FACTS} />,
        },
        {
          name: 'access',
          title: 'system.person.tab.access',
          permission: 'system.administrator:access',
          content: (row) => <PersonAccess calls={administratorCalls} person={row} />,
        },
        {
          name: 'money',
          title: 'system.person.tab.money',
          permission: 'system.administrator:bill',
          content: (row, page) => (
            <PersonMoney
              calls={administratorCalls}
              person={row}
              editNode="system.administrator:edit_balance"
              onChanged={page.reload}
            />
          ),
        },
        {
          name: 'history',
          title: 'system.person.tab.history',
          permission: 'system.administrator:history',
          content: (row) => <PersonHistory calls={administratorCalls} person={row} />,
        },
      ]}
    />
  );
}
