// For a command that relays a session to another process, without loading the server.
export { type RelayOptions, type ServerEnd, type SessionServer, relaySession } from './relay/relay-session.js';
