export const invitations = {}
