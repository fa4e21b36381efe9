import { type Absent, type Cases, type Part, shapeOf } from '../case.ts';

const noIdentity = (method: string): Absent => ({ absent: `identity.${method} is not there` });
const noPlugins: Absent = { absent: 'context.plugins is not there' };
const noInstallation: Absent = { absent: 'context.installation is not there' };
const noDesk: Absent = { absent: 'context.operationDesk is not there' };
const noLists: Absent = { absent: 'context.listDesk is not there' };
const noLog: Absent = { absent: 'context.auditDesk is not there' };
const noLanguages: Absent = { absent: 'context.languages is not there' };
const noDatabase: Absent = { absent: 'context.databaseDesk is not there' };
const noRoles: Absent = { absent: 'context.roles is not there' };
const refused = (code: string) => ({ thrown: code });

type Administration = Part<
  | 'identity'
  | 'plugins'
  | 'operationDesk'
  | 'listDesk'
  | 'auditDesk'
  | 'databaseDesk'
  | 'installation'
  | 'languages'
  | 'roles'
>;

/** Accounts and the platform: most of it is for plugins in the server's process. */
export const administrationCases = {
  'identity.challenge': {
    given: () => [],
    look: (challenge) => Object.keys(challenge as object).length > 0,
    expected: true,
  },
  'identity.login': noIdentity('login'),
  'identity.register': noIdentity('register'),
  'identity.isInvitationKnown': noIdentity('isInvitationKnown'),
  'identity.logout': noIdentity('logout'),
  'identity.sitePicture': noIdentity('sitePicture'),
  'identity.keptSitePictures': noIdentity('keptSitePictures'),
  'identity.changeSitePicture': noIdentity('changeSitePicture'),
  'identity.platformSettings': {
    given: () => [],
    look: (values) => (values as { maintenance: number }).maintenance,
    expected: 1,
  },
  'identity.currentPlatformSettings': {
    given: () => [],
    look: (found) => Object.keys(found as object).sort(),
    expected: ['values', 'version'],
  },
  'identity.changePlatformSettings': noIdentity('changePlatformSettings'),
  'identity.profile': {
    given: ({ request }) => [request.caller, 'sw-KE'],
    look: (found) => (found as { user_info: { account: string; role_name: string } }).user_info.account,
    expected: 'admin',
  },
  'identity.menuTree': {
    given: ({ request }) => [request],
    look: (tree) => JSON.stringify(tree).includes('/customer/every_method'),
    expected: true,
  },
  'identity.publicRemotes': noIdentity('publicRemotes'),
  'identity.changePassword': {
    given: ({ request }) => [{ oldPassword: 'not the one', password: 'Waypost1234' }, request],
    expected: refused('invalid_input'),
  },
  'identity.requireOldPassword': noIdentity('requireOldPassword'),
  'identity.accountName': noIdentity('accountName'),
  'identity.hashPassword': {
    given: ({ request }) => ['short', 'somebody', request],
    expected: refused('invalid_input'),
  },
  'identity.accountSkeleton': noIdentity('accountSkeleton'),
  'identity.randomPassword': noIdentity('randomPassword'),
  'identity.invitationCode': noIdentity('invitationCode'),
  'identity.endSessions': { given: () => ['a'.repeat(24)], expected: null },
  'identity.revokeAccess': noIdentity('revokeAccess'),
  'identity.newApiKey': noIdentity('newApiKey'),
  'identity.revokeApiKey': noIdentity('revokeApiKey'),
  'identity.forget': { given: () => ['a'.repeat(24)], expected: null },
  'identity.online': noIdentity('online'),
  'identity.roleId': { given: () => ['agent'], look: shapeOf, expected: 'string' },
  'identity.roleName': {
    given: ({ request }) => [request.caller.role, 'en-US'],
    look: (name) => name,
    expected: 'Super administrator',
  },
  'identity.roles': {
    given: () => [],
    look: (roles) => (roles as { key: string }[]).map(({ key }) => key).sort(),
    expected: ['administrator', 'agent', 'customer', 'super'],
  },
  'identity.rolesWith': noIdentity('rolesWith'),
  'identity.requireRoleWithin': {
    given: ({ request }) => ['a'.repeat(24), request.caller],
    expected: null,
  },
  'identity.requireSuperLeft': noIdentity('requireSuperLeft'),
  'installation.monitorState': noInstallation,
  'installation.monitorHistory': noInstallation,
  'installation.settingChanges': noInstallation,
  'installation.lastSettingChanges': noInstallation,
  'installation.undoSettings': noInstallation,
  'installation.publicAddress': noInstallation,
  'installation.earlierAddresses': noInstallation,
  'installation.giveUpAddress': noInstallation,
  'installation.timeZone': noInstallation,
  'installation.checkTimeZone': noInstallation,
  'installation.changeTimeZone': noInstallation,
  'installation.trustedProxies': noInstallation,
  'installation.lastBackup': noInstallation,
  'installation.sendLetter': noInstallation,
  'installation.hasMachines': noInstallation,
  'installation.knockAtMachine': noInstallation,
  'installation.runOnMachine': noInstallation,
  'installation.lastDrill': noInstallation,
  'installation.openBackupPlace': noInstallation,
  'installation.backUp': noInstallation,
  'installation.drillBackup': noInstallation,
  'installation.pruneBackups': noInstallation,
  'installation.hasOwnDatabase': noInstallation,
  'installation.hiddenSteps': noInstallation,
  'installation.hideStep': noInstallation,
  'languages.sources': noLanguages,
  'languages.inForce': noLanguages,
  'languages.reload': noLanguages,
  'roles.nodes': noRoles,
  'roles.requireHeld': noRoles,
  'roles.defaultRole': noRoles,
  'roles.changeDefaultRole': noRoles,
  'auditDesk.page': noLog,
  'auditDesk.find': noLog,
  'auditDesk.stream': noLog,
  'auditDesk.types': noLog,
  'auditDesk.state': noLog,
  'auditDesk.check': noLog,
  'auditDesk.config': noLog,
  'auditDesk.changeConfig': noLog,
  'auditDesk.removeOld': noLog,
  'databaseDesk.now': noDatabase,
  'databaseDesk.end': noDatabase,
  'databaseDesk.noteSlow': noDatabase,
  'databaseDesk.readSlow': noDatabase,
  'databaseDesk.clock': noDatabase,
  'listDesk.readerOf': noLists,
  'listDesk.check': noLists,
  'listDesk.count': noLists,
  'listDesk.portion': noLists,
  'listDesk.row': noLists,
  'operationDesk.recent': noDesk,
  'operationDesk.find': noDesk,
  'operationDesk.cancel': noDesk,
  'operationDesk.retry': noDesk,
  'operationDesk.file': noDesk,
  'operationDesk.discard': noDesk,
  'operationDesk.keepResults': noDesk,
  'operationDesk.onChange': noDesk,
  'plugins.list': noPlugins,
  'plugins.details': noPlugins,
  'plugins.preview': noPlugins,
  'plugins.receive': noPlugins,
  'plugins.receiveFolder': noPlugins,
  'plugins.folders': noPlugins,
  'plugins.choose': noPlugins,
  'plugins.enable': noPlugins,
  'plugins.disable': noPlugins,
  'plugins.remove': noPlugins,
  'plugins.health': noPlugins,
  'plugins.retry': noPlugins,
  'plugins.outcome': noPlugins,
  'plugins.history': noPlugins,
  'plugins.verifyHistory': noPlugins,
  'plugins.contributions': noPlugins,
  'plugins.leftovers': noPlugins,
  'plugins.settings': noPlugins,
  'plugins.changeSettings': noPlugins,
  'plugins.archives': noPlugins,
  'plugins.archiveFile': noPlugins,
  'plugins.removeArchive': noPlugins,
} satisfies Cases<Administration>;
