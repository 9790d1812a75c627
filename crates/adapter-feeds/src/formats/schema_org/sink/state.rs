//! How the tree grows and changes, within the limits.

use html5ever::tree_builder::NodeOrText;

use super::super::dom::{Content, Node};
use super::{Handle, LOST, State};

/// The most nodes that are kept.
const MAX_NODES: usize = 400_000;
/// The deepest nesting: the cost of a tag grows with the elements that are open at it.
const MAX_DEPTH: usize = 512;

impl State {
    pub(super) fn push(&mut self, content: Content) -> usize {
        self.progress.events += 1;
        if self.nodes.len() >= MAX_NODES {
            self.progress.exceeded = Some("more than 400000 elements and texts");
            return LOST;
        }
        self.nodes.push(Node::new(content));
        self.depths.push(0);
        self.nodes.len() - 1
    }

    /// Puts a node under a parent, at a place among its children or at their end.
    pub(super) fn place(&mut self, parent: usize, child: usize, at: Option<usize>) {
        self.detach(child);
        let depth = self.depths.get(parent).copied().unwrap_or_default() + 1;
        if depth > MAX_DEPTH {
            self.progress.exceeded = Some("elements nested more than 512 deep");
        }
        let (Some(node), Some(known)) = (self.nodes.get_mut(child), self.depths.get_mut(child))
        else {
            return;
        };
        node.parent = Some(parent);
        *known = depth;
        if let Some(node) = self.nodes.get_mut(parent) {
            let end = node.children.len();
            node.children.insert(at.unwrap_or(end).min(end), child);
        }
    }

    fn text(&mut self, parent: usize, text: &str, at: Option<usize>) {
        self.progress.events += 1;
        let before = self.nodes.get(parent).and_then(|node| match at {
            Some(at) => node.children.get(at.checked_sub(1)?).copied(),
            None => node.children.last().copied(),
        });
        if let Some(Content::Text(known)) =
            before.and_then(|at| self.nodes.get_mut(at).map(|node| &mut node.content))
        {
            known.push_str(text);
            return;
        }
        let child = self.push(Content::Text(text.to_owned()));
        self.place(parent, child, at);
    }

    pub(super) fn insert(&mut self, parent: usize, new: NodeOrText<Handle>, at: Option<usize>) {
        match new {
            NodeOrText::AppendNode(child) => self.place(parent, child.id, at),
            NodeOrText::AppendText(text) => self.text(parent, &text, at),
        }
    }

    pub(super) fn detach(&mut self, child: usize) {
        let parent = self
            .nodes
            .get_mut(child)
            .and_then(|node| node.parent.take());
        if let Some(parent) = parent.and_then(|parent| self.nodes.get_mut(parent)) {
            // what is detached was mostly appended last
            if let Some(at) = parent.children.iter().rposition(|known| *known == child) {
                parent.children.remove(at);
            }
        }
    }

    /// Parent and place of a node.
    pub(super) fn place_of(&self, id: usize) -> Option<(usize, usize)> {
        let parent = self.nodes.get(id)?.parent?;
        let siblings = &self.nodes.get(parent)?.children;
        Some((parent, siblings.iter().rposition(|known| *known == id)?))
    }
}
