// Ink draws nothing that changes where one of these is set, and reads them once. The specs look at what it draws.
process.env.CI = 'false';
process.env.CONTINUOUS_INTEGRATION = 'false';
// The same for colours, which a test runner may force or forbid.
process.env.FORCE_COLOR = '1';
