import { field } from '@waypost/contract';
import { CallForm, EmptyState, Page as Frame, Panel, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { sendPasswordLink } from '../telegram_bot_binding/calls.ts';
import styles from '../telegram_bot_binding/parts/bot.module.css';

const FIELDS = {
  account: field(sendPasswordLink.body.shape.account, { control: 'text', autoComplete: 'username' }),
};

/** Whoever has forgotten the password has a link to a new one sent to the bound chat. It never says whether there is one. */
export function Page() {
  const words = useWords();
  const [isAsked, setAsked] = useState(false);
  if (isAsked)
    return (
      <EmptyState
        isScreen
        title={words('bot.password.asked')}
        text={words('bot.password.asked.text')}
        action={<a href="#/admin_login">{words('bot.password.login')}</a>}
      />
    );
  return (
    <div className={styles.narrow}>
      <Frame title={words('menu.telegram_password')} text={words('bot.password.text')}>
        <Panel>
          <CallForm
            call={sendPasswordLink}
            name="bot.password"
            fields={FIELDS}
            submit="bot.password.submit"
            isQuestion
            onSent={() => setAsked(true)}
          />
        </Panel>
      </Frame>
    </div>
  );
}
