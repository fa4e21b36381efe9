import { YesNo } from '@waypost/contract';
import { RowFacts, Tag, ThingPage, useWords } from '@waypost/host-sdk';
import { PersonAccess } from '../../../people/parts/PersonAccess.tsx';
import { PersonHistory } from '../../../people/parts/PersonHistory.tsx';
import { PersonMoney } from '../../../people/parts/PersonMoney.tsx';
import { userCalls } from '../calls.ts';
import { userResource } from '../resource.ts';
import { USER_TONES } from './tones.ts';
import { UserVerbs } from './UserVerbs.tsx';

const FACTS = [
  'name',
  'phone',
  'email',
  'kind',
  'balance',
  'superior_account',
  'invitation_code',
  'share_ratio',
  'member_expiry',
  'domain_quota',
  'online_status',
  'online_status_update_time',
  'login_time',
  'login_ip',
  'register_time',
  'register_ip',
  'register_source',
  'must_change_password',
] as const;

/** The page of a customer: what every hit, owner and report that names one leads to. */
export function UserPage() {
  const words = useWords();
  return (
    <ThingPage
      resource={userResource}
      back={{ screen: 'user_list', label: 'menu.user_list' }}
      state={({ disabled }) => (
        <Tag tone={disabled === YesNo.yes ? 'bad' : 'good'}>{words(`system.user.state.${disabled}`)}</Tag>
      )}
      facts={({ account, name, kind }) =>
        `${name === account ? '' : `${name} · `}${words(`system.user.kind.${kind}`)}`
      }
      actions={(user, page) => <UserVerbs user={user} page={page} />}
      tabs={[
        {
          name: 'overview',
          title: 'system.person.tab.overview',
          content: (user) => (
            <RowFacts resource={userResource} row={user} fields={FACTS} tones={USER_TONES} />
          ),
        },
        {
          name: 'access',
          title: 'system.person.tab.access',
          permission: 'system.user_admin:access',
          content: (user) => <PersonAccess calls={userCalls} person={user} />,
        },
        {
          name: 'money',
          title: 'system.person.tab.money',
          permission: 'system.user_admin:bill',
          content: (user, page) => (
            <PersonMoney
              calls={userCalls}
              person={user}
              editNode="system.user_admin:edit_balance"
              onChanged={page.reload}
            />
          ),
        },
        {
          name: 'history',
          title: 'system.person.tab.history',
          permission: 'system.user_admin:history',
          content: (user) => <PersonHistory calls={userCalls} person={user} />,
        },
      ]}
    />
  );
}
