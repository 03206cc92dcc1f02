export const invitations = {}
export const invitationsLists = {}
