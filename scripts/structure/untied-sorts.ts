// Sorts that need no `_id` at their end, each with its reason. `open-sorts.ts` reads this; what is not sorted so any more has to go.

type Sort = readonly [file: string, fields: string];
type Reason = readonly [why: string, sorts: readonly Sort[]];

/** Last fields that are numbers without a second of their kind: chains of the ledger and of the audit log. */
export const NUMBERED: readonly string[] = ['seq'];

/** No two of the rows that are sorted have the same values. */
export const UNIQUE: readonly Reason[] = [
  [
    'a name is held once, and an account, an address or a word is there once',
    [
      ['plugins/domain/domains/domain-names.ts', '-is_working,name'],
      ['plugins/domain/platform/quota.ts', 'name'],
      ['plugins/domain/reserve/keep-spares.ts', 'name'],
      ['plugins/system/accounts/routes.ts', 'account'],
      ['plugins/system/addresses/export-addresses.ts', 'ip'],
      ['plugins/system/screens/sent_message/routes.ts', 'account'],
      ['runtime/services/accounts/accounts.ts', 'account'],
      ['runtime/services/ip-black/ip-black-rows.ts', 'ip'],
      ['runtime/services/languages/languages.ts', 'language,source,key'],
    ],
  ],
  [
    'one row a day, a period and an agent',
    [
      ['plugins/domain/watching/history.ts', 'day'],
      ['plugins/wallet/agents/list-periods.ts', 'period,agent'],
      ['plugins/wallet/closing/close-day.ts', '-day'],
      ['plugins/wallet/closing/mount-closing.ts', '-day'],
      ['plugins/wallet/screens/agent_daily_statistics/service.ts', '-period,agent'],
      ['plugins/wallet/screens/agent_historical_statistics/service.ts', '-period,agent'],
      ['runtime/visit/closed/read-closed.ts', '-day'],
      ['runtime/visit/columns/pack-days.ts', '-day'],
      ['runtime/visit/statistics/days.ts', 'day'],
    ],
  ],
  [
    'versions, attempts and parts of one thing are numbered',
    [
      ['plugins/system/migrations/0001-slides-to-rotations.ts', '-number'],
      ['plugins/system/screens/home_page_config/service.ts', '-number'],
      ['plugins/system/screens/js_config/service.ts', '-version'],
      ['plugins/system/machines/run-script.ts', 'at'],
      ['plugins/system/screens/script/service.ts', 'at'],
      ['plugins/system/uploads/numbered-uploads.ts', 'number'],
      ['plugins/wallet/chain/deposits/pass-restore.ts', '-index'],
      ['plugins/wallet/sending/stored.ts', '-attempt'],
      ['runtime/plugin/administration/archives.ts', 'number'],
      ['runtime/plugin/store/releases.ts', 'number'],
      ['runtime/services/jump-templates/jump-templates.ts', '-version'],
      ['runtime/visit/aggregator/recover.ts', 'from'],
    ],
  ],
];

/** Nobody is answered the list: of equal rows any may be the first, and an index has the order as it is. */
export const TAKEN: readonly Reason[] = [
  [
    'a round takes so many that are due, and the next one the others',
    [
      ['plugins/domain/domains/notices.ts', 'notice_time'],
      ['plugins/domain/hijack/mount-checking.ts', 'next_check_time'],
      ['plugins/domain/moving/release-codes.ts', 'rounds,time'],
      ['plugins/domain/platform/loan-notices.ts', 'time'],
      ['plugins/domain/proof/look-at.ts', 'next_check_time'],
      ['plugins/domain/reserve/round.ts', 'create_time'],
      ['plugins/domain/watching/watch-round.ts', 'next_check_time'],
      ['plugins/qr/codes/hosts/host-changes.ts', 'time'],
      ['plugins/qr/messages/due-messages.ts', 'time'],
      ['plugins/qr/screens/abuse_desk/tell.ts', 'create_time'],
      ['plugins/system/files/graves.ts', 'time'],
      ['plugins/system/files/sweep-files.ts', 'used_time'],
      ['plugins/system/machines/remove-old-runs.ts', 'create_time'],
      ['plugins/system/mail/send-letters.ts', 'next_time'],
      ['plugins/system/screens/message_list/tell-due.ts', 'channels_due'],
      ['plugins/wallet/chain/shared/watch-tills.ts', 'next_look_time'],
      ['plugins/wallet/chain/shared/watch-tills.ts', '-expire_time'],
      ['plugins/wallet/chain/watching/check-credited.ts', 'create_time'],
      ['plugins/wallet/chain/watching/check-credited.ts', '-time'],
      ['plugins/wallet/chain/watching/watch-old.ts', 'slow_look_time'],
      ['plugins/wallet/chain/watching/watch-round.ts', 'next_look_time'],
      ['plugins/wallet/orders/refund/refund-notices.ts', 'time'],
      ['plugins/wallet/screens/tron/balances.ts', 'balance_time'],
      ['plugins/wallet/screens/user_customer/top-up.ts', 'time'],
      ['plugins/wallet/sending/send-round.ts', 'next_look_time'],
      ['plugins/wallet/withdrawals/verify-payouts.ts', 'next_look_time'],
      ['plugins/wechat-shield/hosts/check-round.ts', 'next_check_time'],
    ],
  ],
  [
    'only the first value is read, or what it belongs to',
    [
      ['plugins/domain/homeless/refresh-hosts.ts', 'ended_time'],
      ['plugins/domain/reserve/keep-spares.ts', '-position'],
      ['plugins/domain/reserve/keep-spares.ts', 'position'],
      ['plugins/qr/screens/report_abuse/routes.ts', 'create_time'],
      ['plugins/system/backups/missing-backup.ts', '-create_time'],
      ['plugins/wallet/screens/tron/rows.ts', 'create_time'],
      ['runtime/services/monitor/stored-facts.ts', '-create_time'],
      ['runtime/visit/kept/kept-counts.ts', 'time'],
    ],
  ],
  [
    'all of them, in the order in which too many are cut off',
    [['plugins/domain/domains/tls-answers.ts', 'proved_time']],
  ],
  [
    'notes of the database’s profiler, and raw visits of which some are tried: neither has a page',
    [
      ['runtime/services/database/database-desk.ts', 'ts'],
      ['runtime/visit/trying/try-shield.ts', '-time'],
    ],
  ],
];
