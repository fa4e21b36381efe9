import { field, type ResultOf } from '@waypost/contract';
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

/** Who the person is, and where letters go. */
export function ProfileTab() {
  const { data, error, refetch } = useCall(ownProfile, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  // Made anew once something is saved: a form begins with what is kept.
  return <ProfileForms key={`${data.name} ${data.phone} ${data.email}`} own={data} onSaved={refetch} />;
}

function ProfileForms({
  own: { account, name, phone, email },
  onSaved,
}: {
  own: ResultOf<typeof ownProfile>;
  onSaved: () => Promise<unknown>;
}) {
  const words = useWords();
  const readUser = useAction(profile);
  const saved = async () => {
    notify.success(words('form.saved'));
    await onSaved();
    // The head of the page names the person.
    const { token, user_info } = await readUser.run({});
    clientStore.set(sessionAtom, { token, user: user_info });
  };
  return (
    <div className={styles.stack}>
      <Panel title={words('system.own_account.profile')} text={account}>
        <div className={styles.form}>
          <CallForm
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
