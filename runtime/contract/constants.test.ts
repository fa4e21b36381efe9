import { expect, test } from 'bun:test';
import * as constants from './constants.ts';

test('what the specification numbers in section 4 is what data and other programs hold', () => {
  expect(constants).toMatchObject({
    MenuType: { route: 1, button: 2 },
    MenuPlatform: { pc: 1 },
    NotifyStatus: { unread: 1, read: 2 },
    OnlineStatus: { offline: 1, online: 2 },
    OrderStatus: { unpaid: 1, paid: 2 },
    WithdrawalStatus: { pending: 1, approved: 2, rejected: 3 },
    ShieldStatus: { normal: 1, blocked: 2, failed: 4 },
    RotationJump: { screen: 1, newWindow: 2, sameWindow: 3 },
    DomainType: { entry: 1, landingPage: 2, shortDomain: 3 },
    RotationModel: { sequential: 1, random: 2, polling: 3 },
    ShortCodeVisibility: { show: 1, hide: 2 },
    CollectionStatus: { success: 'success', fail: 'fail' },
    Theme: { light: 1, dark: 2 },
  });
  expect(Object.values(constants.JumpType)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(Object.values<number>(constants.GenerationType)).toEqual(
    Array.from({ length: 13 }, (_, at) => at + 1),
  );
});

test('the limits of sections 5 and 9 are these', () => {
  expect(constants).toMatchObject({
    ACCOUNT_MIN_LENGTH: 5,
    PASSWORD_MIN_LENGTH: 6,
    VISITOR_QUERY_WINDOW_DAYS: 7,
    VISITOR_QUERY_DEFAULT_DAYS: 3,
    VISITOR_PRIMARY_COUNT: 20,
    VISITOR_INFO_COUNT: 10,
    SHARED_STATISTICS_POLL_MS: 5_000,
    UNREAD_MESSAGE_POLL_MS: 10_000,
    REALTIME_PING_MS: 5_000,
    REALTIME_RELINK_LIMIT: 20,
    REALTIME_SEND_RETRY_MS: 1_000,
    LEFT_MENU_WIDTH: 210,
    MenuMode: { top: 0 },
    HOME_PLACEMENT: { phone: 24, other: 6 },
    PRIMARY_COLOUR: '#f5ca47',
    DARK_BACKGROUND: '#151515',
    THEME_TRANSITION_SECONDS: 0.3,
    DEFAULT_LOCALE: 'zh-CN',
  });
  expect(constants.PALETTE).toHaveLength(16);
});
