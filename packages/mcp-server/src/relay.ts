// For a command that relays a session to another process: it loads nothing of the server.
export { type RelayOptions, type ServerEnd, type SessionServer, relaySession } from './relay/relay-session.js';
