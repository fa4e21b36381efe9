import { field } from '@waypost/contract';
import { profile } from '@waypost/contract/platform';
import {
  CallForm,
  clientStore,
  notify,
  Panel,
  PendingState,
  sessionAtom,
  useAction,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { changeOwnEmail, changeOwnProfile, ownProfile } from '../calls.ts';
import { typedPassword } from '../check.ts';
import styles from '../page.module.css';

const PROFILE = {
  name: field(changeOwnProfile.body.shape.name, { autoComplete: 'name' }),
  phone: field(changeOwnProfile.body.shape.phone, { autoComplete: 'tel' }),
};
const EMAIL = {
  email: field(changeOwnEmail.body.shape.email, { control: 'text', autoComplete: 'email' }),
  old_password: field(typedPassword, { sealed: true, autoComplete: 'current-password' }),
};

/** Who the person is, and where letters go. Each form begins anew with what it has saved, and leaves the other as it is. */
export function ProfileTab() {
  const words = useWords();
  const { data, error, refetch } = useCall(ownProfile, {});
  const readUser = useAction(profile);
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  const { account, name, phone, email } = data;
  const saved = async () => {
    notify.success(words('form.saved'));
    await refetch();
    // The head of the page names the person.
    const { token, user_info } = await readUser.run({});
    clientStore.set(sessionAtom, { token, user: user_info });
  };
  return (
    <div className={styles.stack}>
      <Panel title={words('system.own_account.profile')} text={account}>
        <div className={styles.form}>
          <CallForm
            key={`${name} ${phone}`}
            call={changeOwnProfile}
            name="system.own_account"
            fields={PROFILE}
            initial={{ name, phone }}
            submit="action.save"
            toBody={(values) => changeOwnProfile.body.parse(values)}
            onSent={() => void saved()}
          />
        </div>
      </Panel>
      <Panel title={words('system.own_account.email')} text={words('system.own_account.email.text')}>
        <div className={styles.form}>
          <CallForm
            key={email}
            call={changeOwnEmail}
            name="system.own_account"
            fields={EMAIL}
            initial={{ email }}
            submit="action.save"
            toBody={({ email: typed, old_password }) => ({ email: String(typed), old_password })}
            onSent={() => void saved()}
          />
        </div>
      </Panel>
    </div>
  );
}
